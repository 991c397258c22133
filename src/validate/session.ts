import type { CatalogManager } from '../catalog/catalog-manager.ts';
import type { Config } from '../catalog/config.ts';
import type { OperatorTable } from '../catalog/sql-operator.ts';

/** What validation of a statement needs to know. One per table environment; `config` changes with SET. */
export interface Session {
  readonly catalog: CatalogManager;
  readonly operators: OperatorTable;
  readonly config: Config;
}
