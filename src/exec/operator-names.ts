import type { Config } from '../catalog/config.ts';

/**
 * Names of operators (Flink's `ExecNodeBase.createTransformationMeta`): short ones with the node's number, or the whole description with
 * `table.exec.simplify-operator-name-enabled` off.
 */
export class OperatorNames {
  private readonly simplify: boolean;

  constructor(config: Config) {
    this.simplify = config.boolean('table.exec.simplify-operator-name-enabled');
  }

  name(id: number, simple: string, description: string): string {
    return this.simplify ? `${simple}[${id}]` : description;
  }

  contents(id: number, description: string): string {
    return this.simplify ? `[${id}]:${description}` : description;
  }
}
