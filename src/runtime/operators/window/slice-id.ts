/** Makes the names of states by slice and key. Rows come slice after slice, so that the text of the last slice is kept. */
export function sliceIds(): (slice: number, key: string) => string {
  let last = NaN;
  let prefix = '';
  return (slice, key) => {
    if (slice !== last) {
      last = slice;
      prefix = `${slice}|`;
    }
    return prefix + key;
  };
}
