/** Skills that apply here because of a package, though a plugin of a source brings them: their gates name the package. */

import type { Places } from "../../platform/places.ts";
import { isAtOrBelow } from "../../platform/bounds.ts";
import { realPath } from "../../platform/real-path.ts";
import type { LoadedPlugin } from "../../plugins/active-plugins.ts";
import type { PackageName } from "../../plugins/packages/package-decision.ts";
import { packageKey } from "../../predicates/match-atom.ts";
import { namedPackages } from "../../predicates/named-packages.ts";
import type { Gate } from "../../predicates/predicate.ts";
import { collectSkills } from "../../skills/collect.ts";
import type { Skill, SkillOrigin } from "../../skills/skill.ts";
import type { LoadedHere } from "../plugins/load-here.ts";
import type { InstalledCopy } from "./installed-copies.ts";
import type { PackageSkill } from "./package-skills.ts";

export function skillsAbout(
  of: PackageName,
  { config, loaded }: Pick<LoadedHere, "config" | "loaded">,
  places: Places,
  copiesOf: (origins: readonly SkillOrigin[]) => readonly InstalledCopy[],
): readonly PackageSkill[] {
  const key = packageKey(of.ecosystem, of.name);
  const isAbout = (gates: readonly Gate[]) => namedPackages(gates).some(({ ecosystem, name }) => packageKey(ecosystem, name) === key);
  return collectSkills(loaded, { config, places }).skills.flatMap(({ skill, source, plugin }): PackageSkill[] => {
    const by = loaded.plugins.find((one) => one.source === source && one.plugin.name === plugin);
    if ((by !== undefined && by.origin.kind !== "source") || !isAbout(gatesAround(skill, by))) return [];
    const { name, description, directory } = skill;
    return [
      {
        name,
        description,
        folder: directory,
        by: { source, ...(plugin === undefined ? {} : { plugin }) },
        installed: copiesOf([skill.origin]),
      },
    ];
  });
}

function gatesAround({ gate, directory }: Skill, by: LoadedPlugin | undefined): readonly Gate[] {
  if (by === undefined) return [gate];
  const groups = by.plugin.skills.filter(({ source }) => source.kind !== "path" || isAtOrBelow(directory, realPath(source.path)));
  return [gate, by.plugin.gate, ...groups.map((group) => group.gate)];
}
