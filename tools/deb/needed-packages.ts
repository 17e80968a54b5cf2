/** An entry of a lockfile, as far as it matters here. */
export interface Entry {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
  /** Of a workspace: its folder. */
  readonly resolved?: string;
  readonly link?: boolean;
}

type Entries = Readonly<Record<string, Entry>>;

/**
 * Folders of all that a workspace needs to run, itself included, in the order of their names: workspaces and packages with
 * whatever these need. Throws where a package is not in the lockfile that has to be.
 */
export function neededPackages(entries: Entries, workspace: string): string[] {
  const found = new Set<string>();
  const walk = (folder: string): void => {
    if (found.has(folder)) return;
    found.add(folder);
    const entry = entries[folder] ?? {};
    for (const name of hardNeeds(entry)) {
      const path = resolve(entries, folder, name);
      if (path === undefined) throw new Error(`${folder} needs ${name}, which is not in the lockfile`);
      walk(path);
    }
    for (const name of Object.keys(entry.optionalDependencies ?? {})) {
      const path = resolve(entries, folder, name);
      if (path !== undefined) walk(path);
    }
  };
  walk(workspace);
  return [...found].sort();
}

const hardNeeds = ({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }: Entry): string[] => {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional);
  return [...Object.keys(dependencies ?? {}), ...peers].filter(
    (name) => optionalDependencies?.[name] === undefined && !onlyForTypes.test(name),
  );
};

const onlyForTypes = /^(typescript$|@types\/)/;

/** Where Node finds a package that is asked for from a folder; a workspace by its own folder. */
function resolve(entries: Entries, from: string, name: string): string | undefined {
  for (let at = from; ; at = at.includes('/') ? at.slice(0, at.lastIndexOf('/')) : '') {
    const path = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`;
    const entry = entries[path];
    if (entry?.link) return entry.resolved;
    if (entry) return path;
    if (at === '') return undefined;
  }
}
