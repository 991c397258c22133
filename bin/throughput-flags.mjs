/**
 * Flags of Node for measuring throughput. Rows of a stream live for seconds; in a young generation of the default size they are copied again
 * and again. `--expose-gc` lets the measure clear what the run before has left.
 */
export const THROUGHPUT_FLAGS = ['--max-semi-space-size=64', '--expose-gc'];
