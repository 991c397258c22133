import { CatalogManager } from './catalog-manager.ts';
import { Config } from './config.ts';

/** What statements change: the catalog and the options in force. One for each script that is planned. */
export class Session {
  readonly catalog: CatalogManager;
  config: Config;

  constructor(config: Config = new Config()) {
    this.catalog = new CatalogManager();
    this.config = config;
  }
}
