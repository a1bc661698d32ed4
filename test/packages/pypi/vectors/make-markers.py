"""Makes markers.json with the `packaging` library: python make-markers.py > markers.json"""

import json

import packaging
from packaging.markers import InvalidMarker, Marker, UndefinedComparison

environments = {
    "linux 3.11.7": dict(os_name="posix", sys_platform="linux", platform_system="Linux", python_version="3.11", python_full_version="3.11.7"),
    "macos 3.9.2": dict(os_name="posix", sys_platform="darwin", platform_system="Darwin", python_version="3.9", python_full_version="3.9.2"),
    "windows 3.13.0": dict(os_name="nt", sys_platform="win32", platform_system="Windows", python_version="3.13", python_full_version="3.13.0"),
}
for values in environments.values():
    values.update(implementation_name="cpython", platform_python_implementation="CPython", implementation_version=values["python_full_version"])

operators = ["==", "!=", "<", "<=", ">", ">=", "~=", "===", "in", "not in"]
values = {
    "python_version": ["3.9", "3.10", "3.11", "3", "3.*", "3.9 3.11", "two", ""],
    "python_full_version": ["3.9", "3.11.7", "3.11.*", "3.13", "3.13.0rc1"],
    "sys_platform": ["linux", "win32", "darwin", "lin", "win", ""],
    "os_name": ["nt", "posix"],
    "platform_system": ["Windows", "Linux", "linux"],
    "platform_python_implementation": ["CPython", "PyPy"],
    "implementation_name": ["cpython", "pypy"],
}
single = [f'{name} {operator} "{value}"' for name, all in values.items() for value in all for operator in operators]
single += [f"'{value}' {operator} {name}" for name, all in values.items() for value in all for operator in operators]
some = single[::7]
joined = [f"{a} and {b} or {c}" for a, b, c in zip(some, some[5:], some[11:])]
joined += [f"{a} or ({b} and {c})" for a, b, c in zip(some, some[3:], some[17:])]
joined += [f"(({a}) or {b}) and ({c})" for a, b, c in zip(some, some[2:], some[13:])]
odd = ["", "python_version", "python_version >=", "and", "()", "(python_version >= '3'", "python_version >= '3')", "python_version > '3' and",
       "'a' == 'a'", "unknown == 'a'", "python_version >= 3", 'os.name == "nt"', 'sys.platform == "linux"', "python_version>='3'and os_name=='nt'",
       "python_version not  in '3.9'", "python_implementation == 'CPython'", "platform.python_implementation == 'CPython'"]


def answers(text):
    try:
        marker = Marker(text)
    except InvalidMarker:
        return None
    result = ""
    for environment in environments.values():
        try:
            result += "1" if marker.evaluate(environment) else "0"
        except (UndefinedComparison, KeyError):
            result += "?"
    return result


print("{")
print(f'  "library": {json.dumps("packaging " + packaging.__version__)},')
print(f'  "environments": {json.dumps(list(environments))},')
print('  "markers": {')
print(",\n".join(f"    {json.dumps(text)}: {json.dumps(answers(text))}" for text in dict.fromkeys(single + joined + odd)))
print("  }\n}")
