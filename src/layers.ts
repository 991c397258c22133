/**
 * The import law as data: which folders a folder may import besides its own files. `layers.test.ts` enforces it and refuses cycles.
 * An entry with a slash is one file or sub-folder of a folder; `types:` in front allows type-only imports.
 */
export const LAYERS: Readonly<Record<string, readonly string[]>> = {
  base: [],
  types: ['base'],
  trace: ['base'],
  sql: ['base'],
  feed: ['base', 'types'],
  catalog: ['base', 'types', 'types:sql'],
  // Expressions of tables (computed columns, watermarks) are kept as AST; nodes only hand them on.
  rel: ['base', 'types', 'catalog'],
  validate: ['base', 'types', 'sql', 'catalog'],
  convert: ['base', 'types', 'sql', 'catalog', 'validate', 'rel'],
  planner: ['base', 'types', 'catalog', 'rel', 'trace'],
  // Rules see the contract of the planners and nothing of their insides. Constant folding evaluates through runtime/eval.
  rules: ['base', 'types', 'catalog', 'rel', 'planner/rule'],
  programs: ['base', 'types', 'catalog', 'rel', 'planner', 'rules', 'trace'],
  exec: ['base', 'types', 'catalog', 'rel'],
  runtime: ['base', 'types', 'catalog', 'exec', 'rel', 'trace', 'feed'],
  engine: [
    'base',
    'types',
    'trace',
    'sql',
    'catalog',
    'rel',
    'validate',
    'convert',
    'planner',
    'rules',
    'programs',
    'exec',
    'runtime',
    'feed',
  ],
  'worker/protocol': ['base', 'trace', 'types:engine'],
  'worker/worker-main': ['engine', 'trace', 'worker/protocol', 'base'],
  'worker/client': ['base', 'trace', 'worker/protocol'],
  share: ['base'],
  examples: ['base'],
  app: ['base', 'trace', 'share', 'examples', 'feed', 'worker/client', 'worker/protocol', 'sql/keywords'],
  cli: ['base', 'engine', 'trace', 'share', 'feed'],
  server: ['base'],
  main: ['app', 'worker/client'],
  layers: [],
};

/** Packages that only the screen may import. */
export const SCREEN_PACKAGES = [
  'react',
  'react-dom',
  '@xyflow/react',
  'monaco-editor',
  'zustand',
  'lucide-react',
  'radix-ui',
  'cmdk',
  'sonner',
];
