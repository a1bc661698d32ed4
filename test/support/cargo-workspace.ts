/** The one maker of Cargo workspaces for tests: manifests and lock files as text. */

export function pack(name: string, rest = "", version = "0.1.0"): string {
  return `[package]\nname = "${name}"\nversion = "${version}"\n${rest}`;
}

/** Every package is from the registry unless it says what it depends on. */
export function lockOf(
  ...packages: readonly (readonly [name: string, version: string, dependencies: readonly string[] | "registry"])[]
): string {
  const entries = packages.map(([name, version, dependencies]) => {
    const rest =
      dependencies === "registry"
        ? 'source = "registry+https://registry.example/index"'
        : `dependencies = [\n${dependencies.map((one) => ` "${one}",\n`).join("")}]`;
    return `[[package]]\nname = "${name}"\nversion = "${version}"\n${rest}\n`;
  });
  return `version = 4\n\n${entries.join("\n")}`;
}

/** A package `app`, with members by name and folder. Dependencies are written `serde 1.0.219`, or `serde` for 1.0.0. */
export function cargoFiles(dependencies: readonly string[], members: Readonly<Record<string, string>> = {}) {
  const packages = dependencies.map((text) => text.split(" ")).map(([name = "", version = "1.0.0"]) => [name, version] as const);
  const declared = packages.map(([name, version]) => `${name} = "${version}"\n`).join("");
  const folders = Object.values(members);
  const workspace = folders.length === 0 ? "" : `[workspace]\nmembers = ${JSON.stringify(folders)}\n`;
  return {
    "Cargo.toml": `${workspace}${pack("app", `edition = "2021"\n\n[dependencies]\n${declared}`)}`,
    "Cargo.lock": lockOf(
      ["app", "0.1.0", packages.map(([name]) => name)],
      ...packages.map(([name, version]) => [name, version, "registry"] as const),
      ...Object.keys(members).map((name) => [name, "0.1.0", []] as const),
    ),
    ...Object.fromEntries(Object.entries(members).map(([name, folder]) => [`${folder}/Cargo.toml`, pack(name)])),
  };
}
