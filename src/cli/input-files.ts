import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

/** A file to handle and where its answer goes, relative to the output folder. */
export interface InputFile {
  readonly path: string;
  readonly target: string;
}

/** A mistake in how the command line was used; ends with exit code 2. */
export class UsageError extends Error {}

/**
 * All files with the ending under the paths, each with its target: the path relative to the PATH it was found under, for a single file its
 * name. Two files with one target are a usage error. A path that does not exist is given back as it is: reading it fails later.
 */
export function collectInputs(paths: readonly string[], ending: string, targetEnding: string): readonly InputFile[] {
  const found: InputFile[] = [];
  const targets = new Map<string, string>();
  const add = (path: string, name: string): void => {
    const target = name.slice(0, -ending.length) + targetEnding;
    const other = targets.get(target);
    if (other !== undefined && other !== path) throw new UsageError(`${other} and ${path} would both write ${target}`);
    targets.set(target, path);
    found.push({ path, target });
  };
  const walk = (folder: string, root: string): void => {
    for (const name of readdirSync(folder).sort()) {
      const path = join(folder, name);
      // A link to nothing is kept; reading it fails later, as for a path that does not exist.
      if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) walk(path, root);
      else if (name.endsWith(ending)) add(path, relative(root, path));
    }
  };
  for (const path of paths) {
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
    if (isFolder) walk(path, path);
    else if (path.endsWith(ending)) add(path, basename(path));
    else throw new UsageError(`${path}: neither a folder nor a ${ending} file`);
  }
  return found;
}

/** The text of a file, or undefined with a line on standard error. */
export function readInput(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    console.error(`${path}: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

export function writeOutput(folder: string, target: string, text: string): void {
  const path = join(folder, target);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
