import tseslint from 'typescript-eslint';
import reactHooks from 'eslint-plugin-react-hooks';

export default tseslint.config(
  { ignores: ['dist/**', 'node_modules/**', 'conformance/**', 'test-results/**', 'playwright-report/**', '.conformance/**', 'public/**'] },
  ...tseslint.configs.recommended,
  {
    files: ['src/**/*.{ts,tsx}', 'e2e/**/*.ts', '*.ts'],
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_' },
      ],
      eqeqeq: 'error',
      'no-console': 'error',
      'prefer-const': 'error',
    },
  },
  { files: ['src/cli/**/*.ts', 'src/server/**/*.ts', 'scripts/**'], rules: { 'no-console': 'off' } },
  {
    files: ['src/**/*.ts'],
    ignores: [
      'src/app/**',
      'src/main.tsx',
      'src/worker/**',
      'src/share/**',
      'src/server/**',
      'src/cli/**',
      'src/testing/**',
      '**/*.test.ts',
    ],
    rules: {
      'no-restricted-globals': [
        'error',
        { name: 'window', message: 'headless code runs without a browser' },
        { name: 'document', message: 'headless code runs without a browser' },
        { name: 'performance', message: 'headless code does not know the time' },
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'headless code does not know the time' },
        { object: 'Math', property: 'random', message: 'use a seeded generator' },
      ],
    },
  },
  {
    files: ['src/**/*.tsx', 'src/app/**/*.ts'],
    plugins: { 'react-hooks': reactHooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },
);
