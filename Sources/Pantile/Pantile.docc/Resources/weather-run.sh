swift run weather
