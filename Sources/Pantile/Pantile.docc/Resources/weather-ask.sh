swift run weather 8080 &
curl 'http://127.0.0.1:8080/?widgetId=weather&platform=ios'
curl 'http://127.0.0.1:8080/?widgetId=weather&platform=ios&configuration=%7B%22city%22%3A%22oslo%22%7D'
