import { expect, test } from "vitest";

import { withPlainExports } from "../../scripts/plain-exports.ts";

const byFunction = (name: string, value: string) =>
  `Object.defineProperty(exports,"${name}",{enumerable:!0,get:function(){return${value.startsWith("`") ? "" : " "}${value}}})`;

test("what is never assigned to is exported at once", () => {
  const text = `"use strict";function a(){}const b=1,$=2;${byFunction("x", "a")},${byFunction("y", "b")},${byFunction("v", "`0.1.0`")},${byFunction("z", "$")};`;
  expect(withPlainExports(text)).toBe('"use strict";function a(){}const b=1,$=2;Object.assign(exports,{x:a,y:b,v:`0.1.0`,z:$});');
});

test.each([
  ["assigned", "function set(){b=2}"],
  ["counted", "function set(){b++}"],
  ["destructured from an object", "function set(o){({b}=o)}"],
  ["destructured from a list", "function set(o){[,...b]=o}"],
  ["destructured with a default", "function set(o){({x:b=1}=o)}"],
  ["the variable of a loop over values", "function set(o){for(b of o);}"],
  ["the variable of a loop over keys", "function set(o){for(b in o);}"],
  ["assigned where empty", "function set(){b??=2}"],
])("what is %s later stays a function", (_, change) => {
  const text = `const a=1;let b=1;${change}${byFunction("x", "a")},${byFunction("y", "b")};`;
  expect(withPlainExports(text)).toBe(`const a=1;let b=1;${change}Object.assign(exports,{x:a}),${byFunction("y", "b")};`);
});

test("a property that is assigned to leaves its object's name alone", () => {
  const text = `const a={};a.b=1;${byFunction("x", "a")};`;
  expect(withPlainExports(text)).toBe("const a={};a.b=1;Object.assign(exports,{x:a});");
});

test("a file without such exports stays as it is", () => {
  expect(withPlainExports("exports.load=o;")).toBe("exports.load=o;");
});
