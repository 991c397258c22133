import type { MetadataKey } from '../connector.ts';
import { javaError } from './factory-helper.ts';
import { parseFlinkType, splitTopLevel } from './type-text.ts';

/** `key:TYPE,key:TYPE`, commas inside parentheses and angle brackets not counted. */
export function parseMetadataTypes(text: string): readonly MetadataKey[] {
  return splitTopLevel(text).map((entry) => {
    const colon = entry.indexOf(':');
    const key = entry.slice(0, colon).trim();
    const type = parseFlinkType(entry.slice(colon + 1).trim());
    if (colon < 0 || !type) throw javaError('IllegalArgumentException', `Could not parse metadata '${entry}'.`);
    return { key, type };
  });
}
