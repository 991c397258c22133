// The feature's own entry point registers only its inline part; this is the list that opens while typing.
declare module 'monaco-editor/editor/contrib/suggest/browser/suggestController.js';
