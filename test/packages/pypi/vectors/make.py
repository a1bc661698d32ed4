"""Makes versions.json with the `packaging` library: python make.py > versions.json"""

import itertools
import json

import packaging
from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.version import InvalidVersion, Version

releases = ["0", "0.0", "0.0.1", "0.1", "1", "1.0", "1.0.0", "1.0.1", "1.1", "1.2.3", "1.10", "2", "2.0.1", "10.0"]
suffixes = ["", "a1", "b2", "rc1", ".post0", ".post1", ".dev0", ".dev3", "a1.dev2", "rc1.post2", ".post1.dev1", "+local", "+1.a", "rc1+x"]
odd = [
    "", "v1.0", "V1.0", " 1.0 ", "1.0\n", "1!1.0", "1!0.5", "2!0", "01.02", "1.0-1", "1.0-1-1", "1.0.a.1", "1.0_alpha_2", "1.0ALPHA", "1.0c1",
    "1.0pre", "1.0preview3", "1.0-r4", "1.0rev", "1.0dev", "1.0-dev-4", "1.0+Ubuntu-1", "1.0+a_b.c", "1.0+1", "1.0+01", "1.0+10", "1.0+a.1",
    "1.0+a", "1.0+", "1.0++a", "1.0.", ".1", "1..0", "1.0a1b1", "1.0.post1.post2", "1.0.dev1.post1", "one", "1.x", "1.*", "99999999999999999999.1",
    "99999999999999999999.2", "100000000000000000000", "2024.11.3", "1.0.0.0.0", "1.0.0.0.1", "1.0.0.0.1.dev0", "1.0a01", "1.0post", "1.0.post01",
    "1,0", "1 0", "1.0a-1", "1.0-a.1", "1.0--1", "v 1.0", "vv1", "1!", "!1", "1!1!1", "-1", "1.0 a1", "\u0661.0", "1.0\u00a0", "1.0+\u00e4",
]
versions = [release + suffix for release, suffix in itertools.product(releases, suffixes)] + odd

operators = ["==", "!=", "<", "<=", ">", ">=", "~=", "==="]
wanted = [
    "0", "0.0", "0.1", "1", "1.0", "1.0.0", "1.1", "1.2.3", "2", "10", "1.0a1", "1.0rc1", "1.0.post1", "1.0.dev0", "1.0.dev3", "1.0a1.dev2",
    "1.0.post1.dev1", "1.0rc1.post2", "1!1.0", "1.0+local", "1.0rc1+x", "0.*", "1.*", "1.0.*", "1.2.*", "1!1.*", "v1.0", "1.0-1", " 1.0", "1.0 ",
    "1.0.a1.*", "1.*.*", "*", "", "one", "01.0", "1.0ALPHA", "99999999999999999999.1", "1.0.", "1.0a1.post1", "2.0.1", "0.0.1.*", "1.0_c3",
]
sets = [
    "", ",", ">=1,", ">=1,<2", ">=1.0,!=1.0.1", ">=1.0,!=1.0.*", "~=1.0,>1.0", "!=1.0,!=1.1", "==1.*,<1.1", ">1.0,<1.0.1", ">=1.0a1,<1.0",
    ">=1.0.dev0,<=1.0", "===1.0,>=1", ">=1;", ">=1 <2", "=1", "^1", "~1", "1.0", ">", ">=", "=>1", ">= 1.0 , < 2", "(>=1)", ">=1.0\n,<2", "<0",
    "<0.dev0", "<=0.dev0", ">=0.dev0", ">0.dev0", "!=1.0.post1,>1.0", "~=1!1.0", "~=1.0.post1", "~=1.0a1", "~=0.0.1", "~=1", "~=1.0.0.0", "~=1.0+x",
    ">=1.0+x", "==1.0+X", "==1.0+local.*", "=== 1.0", "===1 0", "===one", "===1.0)", "==V1.0", ">=1,>=1,>=1",
]
specifiers = [operator + version for operator, version in itertools.product(operators, wanted)] + sets


def bits(values):
    values = list(values)
    values += [False] * (-len(values) % 4)
    return "".join(format(int("".join("1" if v else "0" for v in values[at : at + 4]), 2), "x") for at in range(0, len(values), 4))


def parsed(text):
    try:
        return Version(text)
    except InvalidVersion:
        return None


def answers(text):
    try:
        meant = SpecifierSet(text)
    except InvalidSpecifier:
        return None
    return bits(parsed(version) is not None and meant.contains(version) for version in versions)


valid = [version for version in versions if parsed(version) is not None]
order = [list(same) for _, same in itertools.groupby(sorted(valid, key=Version), key=Version)]
print("{")
print(f'  "library": {json.dumps("packaging " + packaging.__version__)},')
print(f'  "versions": {json.dumps(versions)},')
print(f'  "valid": "{bits(parsed(version) is not None for version in versions)}",')
print(f'  "order": {json.dumps(order)},')
print('  "specifiers": {')
lines = [f"    {json.dumps(text)}: {json.dumps(answers(text))}" for text in dict.fromkeys(specifiers)]
print(",\n".join(lines))
print("  }\n}")
