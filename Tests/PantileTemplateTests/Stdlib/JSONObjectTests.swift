import Testing

@testable import PantileTemplate

/// Expressions with what Node 20 prints for them.
@Suite struct JSONObjectTests {
  static let cases: [(source: String, expected: String)] = [
    (#"JSON.stringify([undefined,()=>1])"#, #""[null,null]""#),
    (
      #"JSON.stringify({a:1,b:[1,2],c:{},d:[]},null,2)"#,
      #""{\n  \"a\": 1,\n  \"b\": [\n    1,\n    2\n  ],\n  \"c\": {},\n  \"d\": []\n}""#
    ),
    (
      #"JSON.stringify({a:1,b:[1,2]},null,"--")"#,
      #""{\n--\"a\": 1,\n--\"b\": [\n----1,\n----2\n--]\n}""#
    ),
    (#"JSON.stringify({a:1,b:2,c:{a:5,d:6}},["a","c"])"#, #""{\"a\":1,\"c\":{\"a\":5}}""#),
    (#"JSON.stringify({a:1,b:2},(k,v)=>k==="a"?undefined:v)"#, #""{\"b\":2}""#),
    (
      #"JSON.stringify({a:1,b:[1,2]},(k,v)=>typeof v==="number"?v*2:v)"#,
      #""{\"a\":2,\"b\":[2,4]}""#
    ),
    (#"JSON.stringify({b:1,2:2,a:3,1:4})"#, #""{\"1\":4,\"2\":2,\"b\":1,\"a\":3}""#),
    (#"JSON.stringify({toJSON(k){return "k:"+k}})"#, #""\"k:\"""#),
    (#"JSON.stringify({x:{toJSON(k){return "k:"+k}}})"#, #""{\"x\":\"k:x\"}""#),
    (#"JSON.stringify([{toJSON(k){return "k:"+k}}])"#, #""[\"k:0\"]""#),
    (#"JSON.stringify(undefined)"#, #"undefined"#),
    (#"JSON.stringify("a")"#, #""\"a\"""#),
    (#"JSON.stringify(new Number(3))+JSON.stringify(new String("x"))"#, #""3\"x\"""#),
    (#"JSON.parse('{"b":1,"2":2,"a":3,"1":4,"b":9}')"#, #"{"1":4,"2":2,"b":9,"a":3}"#),
    (#"JSON.parse('{"__proto__":5}').__proto__"#, #"5"#),
    (#"JSON.parse('[1,2,[3,{"a":5}]]',(k,v)=>typeof v==="number"?v+1:v)"#, #"[2,3,[4,{"a":6}]]"#),
    (#"JSON.parse('{"a":1,"b":2}',(k,v)=>k==="a"?undefined:v)"#, #"{"b":2}"#),
    (#"JSON.parse('')"#, #"Unexpected end of JSON input"#),
    (#"JSON.parse('{')"#, #"Expected property name or '}' in JSON at position 1"#),
    (#"JSON.parse('[1,]')"#, #"Unexpected token ']', "[1,]" is not valid JSON"#),
    (#"JSON.parse('[1 2]')"#, #"Expected ',' or ']' after array element in JSON at position 3"#),
    (#"JSON.parse('{"a":1}x')"#, #"Unexpected non-whitespace character after JSON at position 7"#),
    (#"JSON.parse('"\\x"')"#, #"Bad escaped character in JSON at position 2"#),
    (#"JSON.parse()"#, #""undefined" is not valid JSON"#),
    (#"JSON.parse('{"a" 1}')"#, #"Expected ':' after property name in JSON at position 5"#),
    (#"JSON.parse('{"a":1,}')"#, #"Expected double-quoted property name in JSON at position 7"#),
    (#"JSON.parse('[1.]')"#, #"Unterminated fractional number in JSON at position 3"#),
    (#"JSON.parse('1e')"#, #"Exponent part is missing a number in JSON at position 2"#),
    (#"JSON.parse('-')"#, #"No number after minus sign in JSON at position 1"#),
    (#"JSON.parse('01')"#, #"Unexpected number in JSON at position 1"#),
    (#"JSON.parse('"abc')"#, #"Unterminated string in JSON at position 4"#),
    (#"JSON.parse('"a\nb"')"#, #"Bad control character in string literal in JSON at position 2"#),
    (#"JSON.parse('"\\u12')"#, #"Bad Unicode escape in JSON at position 5"#),
    (#"JSON.parse('"\\u12x4"')"#, #"Bad Unicode escape in JSON at position 5"#),
    (#"JSON.parse('tru')"#, #"Unexpected end of JSON input"#),
    (#"JSON.parse('trux')"#, #"Unexpected token 'x', "trux" is not valid JSON"#),
    (
      #"JSON.parse('{"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa":x,"bbbbbbbbbbbbbbbbbbbbbbbbbb":1}')"#,
      #"Unexpected token 'x', ..."aaaaaaaa":x,"bbbbbbb"... is not valid JSON"#
    ),
    (
      #"JSON.parse('xaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')"#,
      #"Unexpected token 'x', "xaaaaaaaaa"... is not valid JSON"#
    ),
    (
      #"JSON.parse('[1,2,3,4,5,6,7,8,9,10,11,12,13,x]')"#,
      #"Unexpected token 'x', ...",11,12,13,x]" is not valid JSON"#
    ),
    (#"JSON.parse('[object Object]')"#, #""[object Object]" is not valid JSON"#),
    (#"JSON.parse('NaN')"#, #""NaN" is not valid JSON"#),
    (
      #"JSON.parse('{"a":"b" "c"}')"#,
      #"Expected ',' or '}' after property value in JSON at position 9"#
    ),
    (
      #"JSON.parse('["a" "b"]')"#,
      #"Expected ',' or ']' after array element in JSON at position 5"#
    ),
    (#"JSON.parse('[1,2')"#, #"Expected ',' or ']' after array element in JSON at position 4"#),
    (#"JSON.parse('{"a":1')"#, #"Expected ',' or '}' after property value in JSON at position 6"#),
    (#"JSON.parse('{"a"')"#, #"Expected ':' after property name in JSON at position 4"#),
    (#"JSON.parse('{"a":')"#, #"Unexpected end of JSON input"#),
    (#"JSON.parse('"\\')"#, #"Unexpected end of JSON input"#),
    (#"JSON.parse('12345678901234567890123')"#, #"1.2345678901234568e+22"#),
    (#"JSON.parse('0.1234567890123456789012345e5')"#, #"12345.678901234567"#),
    (#"JSON.parse('1.7976931348623159e308')"#, #"Infinity"#),
    (#"JSON.parse('{a:1}')"#, #"Expected property name or '}' in JSON at position 1"#),
    (#"JSON.parse('{1:1}')"#, #"Expected property name or '}' in JSON at position 1"#),
    (#"JSON.parse('{"a":1,5:1}')"#, #"Expected double-quoted property name in JSON at position 7"#),
    (#"JSON.parse('[-x]')"#, #"No number after minus sign in JSON at position 2"#),
    (#"JSON.parse('nulx')"#, #"Unexpected token 'x', "nulx" is not valid JSON"#),
    (#"JSON.parse('"a')"#, #"Unterminated string in JSON at position 2"#),
    (#"JSON.parse('[,]')"#, #"Unexpected token ',', "[,]" is not valid JSON"#),
    (#"JSON.parse('"\\u00g0"')"#, #"Bad Unicode escape in JSON at position 5"#),
    (#"JSON.stringify({a:1},null,"abcdefghijklmnop")"#, #""{\nabcdefghij\"a\": 1\n}""#),
    (#"JSON.stringify({a:1,b:[{a:1,c:2}]},["a","b"])"#, #""{\"a\":1,\"b\":[{\"a\":1}]}""#),
    (#"JSON.stringify({a:1,b:2},[new String("a"),1,"a",{}])"#, #""{\"a\":1}""#),
    (#"JSON.stringify({1:1,b:2},[1])"#, #""{\"1\":1}""#),
    (#"JSON.stringify({a:1},null,new Number(2))"#, #""{\n  \"a\": 1\n}""#),
    (#"JSON.stringify({a:1},null,new String("x"))"#, #""{\nx\"a\": 1\n}""#),
    (#"JSON.stringify({a:1},function(k,v){return k===""?{z:this[""].a}:v})"#, #""{\"z\":1}""#),
    (
      #"JSON.stringify({a:[1,2]},function(k,v){return Array.isArray(this)?k+v:v})"#,
      #""{\"a\":[\"01\",\"12\"]}""#
    ),
    (#"JSON.stringify({a:5n})"#, #"Do not know how to serialize a BigInt"#),
    (#"JSON.stringify({a:Symbol("x"),[Symbol("y")]:1})"#, #""{}""#),
    (#"JSON.stringify([Symbol("x"),undefined,function(){}])"#, #""[null,null,null]""#),
    (
      #"JSON.stringify(Object.create({x:1},{y:{value:2,enumerable:true},z:{value:3}}))"#,
      #""{\"y\":2}""#
    ),
    (#"JSON.stringify({get a(){return 5}})"#, #""{\"a\":5}""#),
    (#"JSON.stringify(new Error("x"))"#, #""{}""#),
    (#"JSON.stringify(new Map([[1,2]]))"#, #""{}""#),
    (
      #"JSON.stringify([new Boolean(true),new Number(-0),new String("é"),Object(5)])"#,
      #""[true,0,\"é\",5]""#
    ),
    (#"JSON.stringify({"a\"b":1,"é":2,"\ud800":3})"#, #""{\"a\\\"b\":1,\"é\":2,\"\\ud800\":3}""#),
    (#"JSON.stringify(Object.assign([1,2],{x:1}))"#, #""[1,2]""#),
    (#"JSON.stringify([,1,,])"#, #""[null,1,null]""#),
    (#"JSON.stringify(new Array(3))"#, #""[null,null,null]""#),
    (#"JSON.stringify({a:undefined})"#, #""{}""#),
    (#"JSON.stringify({a:undefined},null,2)"#, #""{}""#),
    (#"JSON.stringify([],null,2)+JSON.stringify({},null,2)"#, #""[]{}""#),
    (#"JSON.stringify(null)+JSON.stringify(true)+JSON.stringify(NaN)"#, #""nulltruenull""#),
    (#"JSON.stringify(()=>1)"#, #"undefined"#),
    (#"const o={a:1,b:2,c:3};delete o.b;return JSON.stringify(o)"#, #""{\"a\":1,\"c\":3}""#),
    (
      #"const a={x:1};return JSON.stringify([a,a,{a}])"#,
      #""[{\"x\":1},{\"x\":1},{\"a\":{\"x\":1}}]""#
    ),
    (
      #"const o={a:1,get b(){delete this.c;return 2},c:3};return JSON.stringify(o)"#,
      #""{\"a\":1,\"b\":2}""#
    ),
    (
      #"const o={a:1,toJSON(){return {z:this.a}}};return JSON.stringify([o,{o}])"#,
      #""[{\"z\":1},{\"o\":{\"z\":1}}]""#
    ),
    (#"let d=[];for(let i=0;i<2000;i++)d=[d];return JSON.stringify(d).length"#, #"4002"#),
    (
      #"JSON.parse('{"a":[1,2,3]}',function(k,v){if(k==="a"){return v.concat(9)}return v})"#,
      #"{"a":[1,2,3,9]}"#
    ),
    (#"JSON.parse('[1,2,3]',function(k,v){if(k==="0")this[1]=7;return v})"#, #"[1,7,3]"#),
    (#"JSON.parse('{"a":1,"b":2}',function(k,v){if(k==="a")delete this.b;return v})"#, #"{"a":1}"#),
    (#"JSON.parse(' \t\n\r1 ')"#, #"1"#),
    (#"JSON.parse('"\\u0000"').length"#, #"1"#),
    (#"JSON.parse(5)"#, #"5"#),
    (#"JSON.parse(null)"#, #"null"#),
    (#"JSON.parse(undefined)"#, #""undefined" is not valid JSON"#),
    (#"JSON.parse({})"#, #""[object Object]" is not valid JSON"#),
    (#"JSON.parse([1])"#, #"1"#),
    (#"JSON.parse(Symbol())"#, #"Cannot convert a Symbol value to a string"#),
    (#"JSON.parse('[1e1000,-1e1000,1e-1000,-0]')"#, #"[null,null,0,0]"#),
    (#"Object.is(JSON.parse('-0'),-0)"#, #"true"#),
    (#"JSON.parse('123456789012345678901234567890')"#, #"1.2345678901234568e+29"#),
    (
      #"JSON.parse('0.000000000000000000000000000000000000000000000001234567890123456789012')"#,
      #"1.2345678901234567e-48"#
    ),
    (#"JSON.parse('{"a":1,"a":2,"b":3}')"#, #"{"a":2,"b":3}"#),
    (#"Object.keys(JSON.parse('{"b":1,"1":2,"a":3,"0":4}'))"#, #"["0","1","b","a"]"#),
    (#"JSON.parse('{"__proto__":null}')"#, #"{"__proto__":null}"#),
    (
      #"JSON.parse('"abcdefghijklmnopqrstuvwxyz"').slice(2).split("").reverse().join("")"#,
      #""zyxwvutsrqponmlkjihgfedc""#
    ),
    (#"JSON.parse('"abcdefghijklmnopqrstuvwxyzé"').indexOf("é")"#, #"26"#),
    (#"JSON[Symbol.toStringTag]+Math[Symbol.toStringTag]"#, #""JSONMath""#),
    (
      #"JSON.stringify(JSON.parse("{\"k\":{\"k\":{\"k\":[[[1]]]}},\"__proto__\":{\"x\":1}}"))"#,
      #""{\"k\":{\"k\":{\"k\":[[[1]]]}},\"__proto__\":{\"x\":1}}""#
    ),
    (
      #"JSON.stringify(JSON.parse("{\"k\":{\"k\""))"#,
      #"Expected ':' after property name in JSON at position 9"#
    ),
    (#"JSON.stringify(JSON.parse(" [ 1 , 2 ] "))"#, #""[1,2]""#),
    (#"JSON.stringify(JSON.parse(" [ 1 , 2 ] "))"#, #""[1,2]""#),
    (
      #"JSON.stringify(JSON.parse("\"a ong string with \\\"escapes\\\" and unicode ü\""))"#,
      #""\"a ong string with \\\"escapes\\\" and unicode ü\"""#
    ),
    (
      #"JSON.stringify(JSON.parse("[1,2.5é\"abc\",[],{},n{\"1\":2,\"0\":1},\"\\ud83d\"]"))"#,
      #"Expected ',' or ']' after array element in JSON at position 6"#
    ),
    (
      #"JSON.stringify(JSON.parse("{\"k\":{\"k\":{\"k\":[[[1]]]}},\"__proto__\":{\"x\":1}}"))"#,
      #""{\"k\":{\"k\":{\"k\":[[[1]]]}},\"__proto__\":{\"x\":1}}""#
    ),
    (
      #"JSON.stringify(JSON.parse("[1,2.5"))"#,
      #"Expected ',' or ']' after array element in JSON at position 6"#
    ),
    (
      #"JSON.stringify(JSON.parse("[1,2.5,\"abc\",[],{},{\"1\":2,\"0\":1},\"\\"))"#,
      #"Unexpected end of JSON input"#
    ),
    (
      #"JSON.stringify(JSON.parse("{\"k\":{\"k\":u\"\\k\":[[[1]]]}},\"__proto__\":{\"x\":1}}"))"#,
      #"Unexpected token 'u', ..."{"k":{"k":u"\k":[[[1"... is not valid JSON"#
    ),
    (#"JSON.stringify(JSON.parse(" [ 1 , 2 ] "))"#, #""[1,2]""#),
    (
      #"JSON.stringify(JSON.parse("[1,2.5,\"abc\",[],{},{\"1\":2,\"0\":1},\"\\ud3d\"]"))"#,
      #"Bad Unicode escape in JSON at position 39"#
    ),
    (
      #"JSON.stringify(JSON.parse("\"a long string with \\\"e"))"#,
      #"Unterminated string in JSON at position 23"#
    ),
    (#"JSON.stringify(JSON.parse("[1,2.5,\"abc\",[],"))"#, #"Unexpected end of JSON input"#),
    (
      #"JSON.stringify(JSON.parse("[1,2.5,\"abc\",[],{},{\"1\":2,\"\":1}\"\\ud83d\"]"))"#,
      #"Expected ',' or ']' after array element in JSON at position 31"#
    ),
    (
      #"JSON.stringify(JSON.parse("  1 ,é2 ] "))"#,
      #"Unexpected non-whitespace character after JSON at position 4"#
    ),
    (
      #"JSON.stringify(JSON.parse("[1,2.5,\"abc\",[],{},{\"1\":2,\"0\":1},\"\\ud8\n3d\"]"))"#,
      #"Bad Unicode escape in JSON at position 38"#
    ),
    (
      #"JSON.stringify(JSON.parse("[1,2.5,\"abc\",[],{},{\"1\":2,\"0:1},\"\\u,d83d\"]"))"#,
      #"Unexpected token '\', ...":2,"0:1},"\u,d83d"]" is not valid JSON"#
    ),
    (
      #"JSON.stringify(JSON.parse("\"a lon} string with \\\"escapes\\\""))"#,
      #"Unterminated string in JSON at position 31"#
    ),
    (#"JSON.stringify(JSON.parse(" [ 1 , 2 ] "))"#, #""[1,2]""#),
    (
      #"JSON.stringify(JSON.parse("[1,2.5,\"abc\",[],{},{\"1\":2,\"0\":1},\"\\ud83d\"]"))"#,
      #""[1,2.5,\"abc\",[],{},{\"0\":1,\"1\":2},\"\\ud83d\"]""#
    ),
    (
      #"JSON.stringify(JSON.parse("[1,2.5,\"abc\",[],{},{\"1\":2,\"0\":1},\"\\ud83d\"]"))"#,
      #""[1,2.5,\"abc\",[],{},{\"0\":1,\"1\":2},\"\\ud83d\"]""#
    ),
    (#"JSON.stringify(JSON.parse(" [ 1 , 2 ] "))"#, #""[1,2]""#),
    (#"JSON.stringify(JSON.parse(" [ 1 , 2 ] "))"#, #""[1,2]""#),
    (
      #"JSON.stringify(JSON.parse("{\"k\":{\"k\":{\"k\":[[[1]]]}},\"__proto__\":{\"x\":1}}"))"#,
      #""{\"k\":{\"k\":{\"k\":[[[1]]]}},\"__proto__\":{\"x\":1}}""#
    ),
    (
      #"JSON.stringify(JSON.parse(" [ 1t , 2 ][ "))"#,
      #"Expected ',' or ']' after array element in JSON at position 4"#
    ),
    (
      #"JSON.stringify(JSON.parse("{\"a\":1,\"b\":[1,2,\"c\":\"x\\n\\u004"))"#,
      #"Expected ',' or ']' after array element in JSON at position 19"#
    ),
    (
      #"JSON.stringify(JSON.parse("{\"aaaaaaaaaaaaaaaaaaaaaaaaaa\":\"bbbbbbbbbb"))"#,
      #"Unterminated string in JSON at position 41"#
    ),
    (
      #"JSON.stringify(JSON.parse("\"a long string with \\\"escapes\\\"/ and unicode ü\""))"#,
      #""\"a long string with \\\"escapes\\\"/ and unicode ü\"""#
    ),
    (
      #"JSON.stringify(JSON.parse("\"a long string with \\\"escapes\\\" and unicode ü\""))"#,
      #""\"a long string with \\\"escapes\\\" and unicode ü\"""#
    ),
    (
      #"JSON.stringify(JSON.parse("[1,2.5,\"abc\",[]x{},{\"1\":2,\"0\":1},\"\\ud83d\"]"))"#,
      #"Expected ',' or ']' after array element in JSON at position 15"#
    ),
    (
      #"JSON.stringify(JSON.parse("[1,2.5,\"abc\",[],{},{\"1\":2,\"0\""))"#,
      #"Unexpected end of JSON input"#
    ),
    (#"JSON.stringify(JSON.parse(" [ 1 , 2 ] "))"#, #""[1,2]""#),
    (
      #"JSON.stringify(JSON.parse("[u,25,\"abc\",[],{},{\"1\":2,\"0\":1},\"\\ud83d\"]"))"#,
      #"Unexpected token 'u', "[u,25,"abc""... is not valid JSON"#
    ),
    (
      #"JSON.stringify(JSON.parse("\"a long string with \\\"escapes\\\" and unicode ü\""))"#,
      #""\"a long string with \\\"escapes\\\" and unicode ü\"""#
    ),
    (#"JSON.stringify(JSON.parse("{\"a"))"#, #"Unterminated string in JSON at position 3"#),
    (
      #"JSON.stringify(JSON.parse("{\"aaaaaaaaeaaaaaaaaaaaaaaa"))"#,
      #"Unterminated string in JSON at position 26"#
    ),
    (
      #"JSON.stringify(JSON.parse("{\"k\":{\"k\":{\"k\":[[[1]]]"))"#,
      #"Expected ',' or '}' after property value in JSON at position 22"#
    ),
    (
      #"JSON.stringify(JSON.parse("{\"k\":{\"k\":{\"k\":[[[1]]]}},\"_proto__\":{\"x\":"))"#,
      #"Unexpected end of JSON input"#
    ),
    (
      #"JSON.stringify(JSON.parse("\"a long strig with \\\"escapes\\\" and uunicode ü\""))"#,
      #""\"a long strig with \\\"escapes\\\" and uunicode ü\"""#
    ),
    (
      #"JSON.stringify(JSON.parse("\"a long string with \\\"escapes\\\" and unicode ü\""))"#,
      #""\"a long string with \\\"escapes\\\" and unicode ü\"""#
    ),
    (
      #"JSON.stringify(JSON.parse("{\"k\":{\"k\":{\"k\":[[[1]]]}},\"__proto__\":{\"x\":1}}"))"#,
      #""{\"k\":{\"k\":{\"k\":[[[1]]]}},\"__proto__\":{\"x\":1}}""#
    ),
    (
      #"JSON.stringify(JSON.parse("{\"k\":{\"k\":{\"k\":[[[1]]]}},\"__proto__\":{\"x\":1}}"))"#,
      #""{\"k\":{\"k\":{\"k\":[[[1]]]}},\"__proto__\":{\"x\":1}}""#
    ),
    (
      #"JSON.stringify(JSON.parse("\"a long string with/ \\\"escapes\\\" and unicode ü\""))"#,
      #""\"a long string with/ \\\"escapes\\\" and unicode ü\"""#
    ),
    (
      #"JSON.stringify(JSON.parse(" .[ 1 , 2 ] "))"#,
      #"Unexpected token '.', " .[ 1 , 2 ] " is not valid JSON"#
    ),
    (
      #"JSON.stringify(JSON.parse("{\"k\":{\"k\":{\"k\":[[[1]]]}},\"__proto__\":{\"x\":1}}"))"#,
      #""{\"k\":{\"k\":{\"k\":[[[1]]]}},\"__proto__\":{\"x\":1}}""#
    ),
    (
      #"JSON.stringify(JSON.parse("\"a long string with \\\"escaapes\\\" and ueicode ü\""))"#,
      #""\"a long string with \\\"escaapes\\\" and ueicode ü\"""#
    ),
    (
      #"JSON.stringify(JSON.parse("{\"k\":{\"k\":{\"k\":0[[1]]]}},\"__proto__\":{\"x\":1}}"))"#,
      #"Expected ',' or '}' after property value in JSON at position 16"#
    ),
    (#"JSON.stringify(JSON.parse("{\"a\":1,\"b\":"))"#, #"Unexpected end of JSON input"#),
    (#"JSON.stringify(JSON.parse(" [ 1 , 2 ] "))"#, #""[1,2]""#),
    (
      #"JSON.stringify(JSON.parse("[1,2.5,\"abc\",[],{},{\"1\":2,\"0\":1},\"\\ud83d\"]"))"#,
      #""[1,2.5,\"abc\",[],{},{\"0\":1,\"1\":2},\"\\ud83d\"]""#
    ),
    (#"JSON.stringify(JSON.parse("[1,2.5,\"abc\",[],{},"))"#, #"Unexpected end of JSON input"#),
    (
      #"JSON.stringify(JSON.parse("{\"k\":{\"\":{\"k\":[[[1]]]}},\"__proto__\":{x\":1}}"))"#,
      #"Expected property name or '}' in JSON at position 37"#
    ),
    (
      #"JSON.stringify(JSON.parse(" [:1 , 2 ] "))"#,
      #"Unexpected token ':', " [:1 , 2 ] " is not valid JSON"#
    ),
    (
      #"JSON.stringify(JSON.parse("[1,2.5,\"abc\",[],{},{\"1\":2,\"00\":1},\"\\ud83d\"]"))"#,
      #""[1,2.5,\"abc\",[],{},{\"1\":2,\"00\":1},\"\\ud83d\"]""#
    ),
    (
      #"JSON.stringify(JSON.parse("[1,2.5,\"abc\",[],{},\"1\":2,\"\\0\":1},\"\\ud83d\"]"))"#,
      #"Expected ',' or ']' after array element in JSON at position 22"#
    ),
    (
      #"JSON.stringify(JSON.parse("\"a long stui"))"#,
      #"Unterminated string in JSON at position 12"#
    ),
    (
      #"JSON.stringify(JSON.parse("\"a long string with \\\"escapes\\\" and unicode ü\""))"#,
      #""\"a long string with \\\"escapes\\\" and unicode ü\"""#
    ),
    (
      #"JSON.stringify(JSON.parse("{\"k\":{\"k\":{\"k\":[[[1]]]}},\"__proto__\":{\"x\":1}}"))"#,
      #""{\"k\":{\"k\":{\"k\":[[[1]]]}},\"__proto__\":{\"x\":1}}""#
    ),
    (
      #"JSON.stringify(JSON.parse("[1,2."))"#,
      #"Unterminated fractional number in JSON at position 5"#
    ),
    (
      #"JSON.stringify(JSON.parse("[1,2.5,\"abc\",[],{},{\"1\":2,0\":1}\"\\ud83d\"]"))"#,
      #"Expected double-quoted property name in JSON at position 26"#
    ),
    (
      #"JSON.stringify(JSON.parse("[1,2.5,\"abc\",[],{},{1\":2,\"0\":1},\"\\ud83d\"]"))"#,
      #"Expected property name or '}' in JSON at position 20"#
    ),
    (
      #"JSON.stringify(JSON.parse("[1a,21.5,\"abc\",[],{},{\"1\":2,\"0\":1},\"\\ud83d\"]"))"#,
      #"Expected ',' or ']' after array element in JSON at position 2"#
    ),
    (
      #"JSON.stringify(JSON.parse("\"a long string with \\\"escapes\\\" and unicode "))"#,
      #"Unterminated string in JSON at position 44"#
    ),
    (
      #"JSON.stringify(JSON.parse("[1,2.5,\"abc\",[],{},{\"1\":2.\"0\":1},\"\\ud83d\"]"))"#,
      #"Unterminated fractional number in JSON at position 26"#
    ),
    (
      #"JSON.stringify(JSON.parse("{n\"k\":{\"k\":{\"k\":[[[1]]"))"#,
      #"Expected property name or '}' in JSON at position 1"#
    ),
    (
      #"JSON.stringify(JSON.parse("\"a long string with \\\"escapes\\\" and unicode ü\""))"#,
      #""\"a long string with \\\"escapes\\\" and unicode ü\"""#
    ),
    (
      #"JSON.stringify(JSON.parse("\"a long string wit/h \\\"escapes\\\" and unicode ü\""))"#,
      #""\"a long string wit/h \\\"escapes\\\" and unicode ü\"""#
    ),
    (
      #"JSON.stringify(JSON.parse("\"a long string with \\\"escapes\\\"and unicod ü\""))"#,
      #""\"a long string with \\\"escapes\\\"and unicod ü\"""#
    ),
    (
      #"JSON.stringify(JSON.parse("{\"k\":{\"k\":{\"k\":[[[1]]]}"))"#,
      #"Expected ',' or '}' after property value in JSON at position 23"#
    ),
    (
      #"JSON.stringify(JSON.parse("\"a long string with \\\"escapes\\\" and unicode ü\""))"#,
      #""\"a long string with \\\"escapes\\\" and unicode ü\"""#
    ),
    (
      #"JSON.stringify(JSON.parse("{\"k\":{\"k\":{\"k\":[[[1]]]}},\"__proto__\":{\"x\":1}}"))"#,
      #""{\"k\":{\"k\":{\"k\":[[[1]]]}},\"__proto__\":{\"x\":1}}""#
    ),
    (
      #"JSON.stringify(JSON.parse("\"a long string with \\\"escapes\\\" and unicode ü\""))"#,
      #""\"a long string with \\\"escapes\\\" and unicode ü\"""#
    ),
    (
      #"JSON.stringify(JSON.parse("\"a long string with \\\"escapes\\\" and unicode ü\""))"#,
      #""\"a long string with \\\"escapes\\\" and unicode ü\"""#
    ),
    (
      #"JSON.stringify(JSON.parse("[1,2.5,\"abc\",[],{},{\"1\":2,\"0\":1},\\ud83d\"]"))"#,
      #"Unexpected token '\', ...":2,"0":1},\ud83d"]" is not valid JSON"#
    ),
    (
      #"JSON.stringify(JSON.parse("{\"k\":{\"k\":{\"k\":[[[1]]]}},\"__proto__\":{\"x\":1}}"))"#,
      #""{\"k\":{\"k\":{\"k\":[[[1]]]}},\"__proto__\":{\"x\":1}}""#
    ),
    (
      #"JSON.stringify(JSON.parse("\"a long string with \\\"escapes\\\" and unicode ü\""))"#,
      #""\"a long string with \\\"escapes\\\" and unicode ü\"""#
    ),
    (
      #"JSON.stringify(JSON.parse("\"a long saring with \\\"escapes\\\" and uniode ü\""))"#,
      #""\"a long saring with \\\"escapes\\\" and uniode ü\"""#
    ),
    (
      #"JSON.stringify(JSON.parse("{\"k\":{\"k\":{\"k\":[[1]]]}}[\"__proto__\":{\"x\":1}}"))"#,
      #"Expected ',' or '}' after property value in JSON at position 20"#
    ),
    (
      #"JSON.stringify(JSON.parse("\"a long string with \\\"escapes\\\" an unicode ü\""))"#,
      #""\"a long string with \\\"escapes\\\" an unicode ü\"""#
    ),
    (#"JSON.stringify(JSON.parse(" [ 1 , 2 ] "))"#, #""[1,2]""#),
    (
      #"JSON.stringify(JSON.parse("\"a long string with \\\"escapes\\\" and unicode ü\""))"#,
      #""\"a long string with \\\"escapes\\\" and unicode ü\"""#
    ),
    (
      #"JSON.stringify(JSON.parse(" [ 1 , 2 x "))"#,
      #"Expected ',' or ']' after array element in JSON at position 9"#
    ),
    (
      #"JSON.stringify(JSON.parse("[1,2.5,\"abc\",],{},{\"1\":2,\"0\":1},\"\\ud83d\"]"))"#,
      #"Unexpected token ']', ..."2.5,"abc",],{},{"1":"... is not valid JSON"#
    ),
    (
      #"JSON.stringify(JSON.parse("{\"k\":{\"k\":{\"k\":[[[1]]]}},\"__proto__\":{\"x\":1}}"))"#,
      #""{\"k\":{\"k\":{\"k\":[[[1]]]}},\"__proto__\":{\"x\":1}}""#
    ),
  ]

  @Test func `JSON is read and written as in Node 20`() throws {
    var script = try Script()
    for (source, expected) in Self.cases {
      #expect(script.run(source) == expected, "\(source)")
    }
  }
}
