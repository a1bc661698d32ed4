//! Prints the lists and, for each requirement, one bit for each version in hexadecimal digits (the first version is the highest bit of the
//! first digit), or null where the crate refuses the requirement.

use semver::{Version, VersionReq};

fn main() {
    let versions = versions();
    let requirements = requirements();
    let parsed: Vec<Option<Version>> = versions.iter().map(|text| Version::parse(text).ok()).collect();
    println!("{{");
    println!("  \"crate\": \"semver 1.0.28\",");
    println!("  \"versions\": {},", list(versions.iter().map(|text| quoted(text))));
    println!("  \"sound\": \"{}\",", hex(parsed.iter().map(Option::is_some)));
    println!("  \"requirements\": {{");
    let last = requirements.len() - 1;
    for (index, text) in requirements.iter().enumerate() {
        let verdict = match VersionReq::parse(text) {
            Err(_) => "null".to_string(),
            Ok(wanted) => format!("\"{}\"", hex(parsed.iter().map(|one| one.as_ref().is_some_and(|version| wanted.matches(version))))),
        };
        println!("    {}: {}{}", quoted(text), verdict, if index == last { "" } else { "," });
    }
    println!("  }}");
    println!("}}");
}

const NUMBERS: [&str; 24] = [
    "0.0.0", "0.0.1", "0.0.2", "0.1.0", "0.1.1", "0.1.2", "0.2.0", "0.2.3", "0.10.0", "1.0.0", "1.0.1", "1.1.0", "1.2.0", "1.2.2", "1.2.3",
    "1.2.4", "1.3.0", "1.10.0", "1.9.9", "2.0.0", "2.2.3", "10.0.0", "9007199254740993.1.0", "18446744073709551615.18446744073709551615.18446744073709551615",
];
const TAILS: [&str; 7] = ["-0", "-1", "-10", "-alpha", "-alpha.1", "-alpha.beta", "-rc.2"];
const ODD_VERSIONS: [&str; 46] = [
    "", " ", "1", "1.2", "1.2.", "1.2.3.", "1.2.3.4", "01.2.3", "1.02.3", "1.2.03", " 1.2.3", "1.2.3 ", "v1.2.3", "=1.2.3", "1.2.3-", "1.2.3+",
    "1.2.3-a..b", "1.2.3-a.", "1.2.3-.a", "1.2.3-01", "1.2.3-01a", "1.2.3-0.0", "1.2.3-00", "1.2.3+01", "1.2.3+00.a", "1.2.3+build", "1.2.3-rc.2+build.5", "1.2.3+build-x",
    "1.2.3-+x", "1.2.3-é", "1.2.3-a_b", "1.2.3--", "1.2.3---a", "1.2.3-A", "1.2.3-a", "1.2.3-Z.z", "1.2.3-99999999999999999999999", "1.2.3-100000000000000000000000", "1.2.3-alpha-1",
    "18446744073709551616.0.0", "0.0.18446744073709551616", "99999999999999999999.0.0", "1.2.3\n", "\u{ff11}.2.3", "1.-2.3", "9007199254740992.1.0",
];

fn versions() -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for numbers in NUMBERS {
        all.push(numbers.to_string());
        if numbers.len() < 8 {
            for tail in TAILS {
                all.push(format!("{numbers}{tail}"));
            }
        }
    }
    all.extend(ODD_VERSIONS.iter().map(|text| text.to_string()));
    all
}

const OPERATORS: [&str; 9] = ["", "^", "~", "=", ">", ">=", "<", "<=", "=="];
const BOUNDS: [&str; 40] = [
    "0", "0.0", "0.0.0", "0.0.1", "0.1", "0.1.0", "0.1.2", "0.2.3", "1", "1.0", "1.0.0", "1.2", "1.2.0", "1.2.3", "1.10", "2", "2.0.0", "10", "1.2.3-0", "1.2.3-1", "1.2.3-alpha",
    "1.2.3-alpha.1", "1.2.3-alpha.beta", "1.2.3-rc.2", "1.2.3-rc.2+meta", "0.0.0-alpha", "0.0.1-alpha", "0.1.0-alpha", "0.1.2-rc.2", "1.0.0-alpha", "2.0.0-0", "1.2.3+meta", "1.*",
    "1.2.*", "1.x", "1.2.X", "1.*.*", "9007199254740992.1.0", "9007199254740993", "18446744073709551615",
];
const ODD_REQUIREMENTS: [&str; 100] = [
    "", " ", "  *  ", "*", "x", "X", "*,", "*,*", "*, 1", "1, *", "* 1", "*.1", "x.x", "*.*", ",", ", 1", "1,", "1,,2", "1 , 2", " 1.2.3 ", "\t1", "1\t", "1\n", "\u{a0}1", "^ 1.2", "^  1.2",
    ">= 1.2 , < 1.3", ">=1.2,<1.3", ">=1.2<1.3", ">=1.2 <1.3", ">1.0.0, <2.0.0, ^1.2", "~ 1", "= 1.2.3", "=  1.2.3", "== 1.2.3", "===1.2.3", "= =1.2.3", "> =1", "=>1", "=<1", "~>1.2", "^^1", "!1",
    "!=1.2.3", "<>1", "||", "1 || 2", "1.2.3 - 2", "1 - 2", "-1", "+1", "v1", "1.", "1..2", ".1", "1.2.", "1.2.3.", "1.2.3.4", "01", "1.02", "1.2.03", "00", "1.2.3-", "1.2.3+", "1.2.3-+a", "1.2.3-01",
    "1.2.3-a..b", "1.2.3-a.", "1.2-alpha", "1-alpha", "1.2+meta", "1+meta", "1.*-alpha", "1.*.3", "1.*.x", "1.2.*-alpha", "1.2.*.4", "1.**", "1.2.x.x", ">*", "=*", "^*", "<*", ">=x", "=1.*", ">1.*", "<1.*",
    ">=1.2.*", "<=1.2.*", "~1.*", "^1.2.*", "18446744073709551616", "1.18446744073709551616", "0.0.18446744073709551616", "1.2.3-99999999999999999999", "one", "latest", "\u{ff11}", "1\u{2003}", "1;2",
];

fn requirements() -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for operator in OPERATORS {
        for bound in BOUNDS {
            all.push(format!("{operator}{bound}"));
        }
    }
    for low in [">=1.0.0", ">0.1", ">=1.2.3-alpha", "^1", "~1.2", "*"] {
        for high in ["<2", "<=1.2.3", "<1.2.3-rc.2", "=1.2.3-alpha.1", "!=1.2.0"] {
            all.push(format!("{low},{high}"));
            all.push(format!(" {low} ,  {high} "));
        }
    }
    all.push(vec![">=0"; 32].join(","));
    all.push(vec![">=0"; 33].join(","));
    all.push(vec!["<3"; 31].join(", ") + ", ");
    all.push(vec!["<3"; 32].join(", ") + ",");
    for odd in ODD_REQUIREMENTS {
        if !all.iter().any(|one| one == odd) {
            all.push(odd.to_string());
        }
    }
    all
}

fn hex(bits: impl Iterator<Item = bool>) -> String {
    let bits: Vec<bool> = bits.collect();
    bits.chunks(4)
        .map(|four| (0..4).fold(0, |digit, index| digit * 2 + u32::from(four.get(index) == Some(&true))))
        .map(|digit| char::from_digit(digit, 16).unwrap())
        .collect()
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(", "))
}

fn quoted(text: &str) -> String {
    let escape = |letter: char| match letter {
        '"' | '\\' => format!("\\{letter}"),
        _ if letter < ' ' || letter > '~' => format!("\\u{:04x}", letter as u32),
        _ => letter.to_string(),
    };
    format!("\"{}\"", text.chars().map(escape).collect::<String>())
}
