/** `vendor/modules.txt`: the modules that `go mod vendor` or `go work vendor` copied, each with its version and the packages that are there. */

export interface VendoredModule {
  readonly version: string;
  /** Whether there is any package of it: others are only named. */
  readonly hasPackages: boolean;
}

export interface Vendored {
  readonly isOfWorkspace: boolean;
  readonly modules: ReadonlyMap<string, VendoredModule>;
}

export function readVendored(text: string): Vendored {
  const modules = new Map<string, VendoredModule>();
  let current: string | undefined;
  for (const line of text.split("\n")) {
    if (line.startsWith("# ")) {
      const [name = "", version = ""] = line.slice(2).split(" ", 2);
      // At the end Go repeats each replacement of every version, without one.
      current = version === "" || version === "=>" ? undefined : name;
      if (current !== undefined) modules.set(name, { version, hasPackages: false });
    } else if (current !== undefined && line !== "" && !line.startsWith("#")) {
      const known = modules.get(current);
      if (known?.hasPackages === false) modules.set(current, { ...known, hasPackages: true });
    }
  }
  return { isOfWorkspace: text.startsWith("## workspace"), modules };
}
