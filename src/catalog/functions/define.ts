import type {
  AggregateTraits,
  CallBinding,
  NullPolicy,
  OperandCheck,
  SqlFunctionCategory,
  SqlKind,
  SqlOperator,
  SqlSyntax,
} from '../sql-operator.ts';
import type { Family } from './families.ts';
import { inFamily, operandText } from './families.ts';
import type { Returns } from './returns.ts';

/** One list of operands that a function takes; `rest` stands for any number more of that family. */
export type Form = readonly Family[] | { readonly families: readonly Family[]; readonly rest: Family };

export interface FunctionSpec {
  readonly name: string;
  readonly kind?: SqlKind;
  readonly syntax?: SqlSyntax;
  readonly category?: SqlFunctionCategory;
  /** Lists of operands, of which one must fit. */
  readonly forms: readonly Form[];
  /** Texts of the message's "Supported form(s)", quotes included; made from the forms if absent. */
  readonly signatures?: readonly string[];
  /** The call in messages, from the texts of its operands; made from the syntax if absent. */
  readonly template?: (operands: readonly string[]) => string;
  /** What must hold beyond families. */
  readonly check?: (b: CallBinding) => boolean;
  readonly returns: Returns;
  readonly deterministic?: boolean;
  readonly dynamic?: boolean;
  readonly nullPolicy?: NullPolicy;
  readonly aggregate?: AggregateTraits;
}

const OK: OperandCheck = { ok: true };

function families(form: Form): readonly Family[] {
  return 'rest' in form ? form.families : form;
}

function fits(form: Form, b: CallBinding): boolean {
  const list = families(form);
  const n = b.operandTypes.length;
  if ('rest' in form ? n < list.length : n !== list.length) return false;
  return b.operandTypes.every((t, i) => inFamily(t, list[i] ?? ('rest' in form ? form.rest : 'ANY')));
}

/** A call as messages write it, by syntax. */
export function callText(name: string, syntax: SqlSyntax, operands: readonly string[]): string {
  switch (syntax) {
    case 'binary':
      return operands.join(` ${name} `);
    case 'prefix':
      return `${name}${operands.join('')}`;
    case 'postfix':
      return `${operands.join('')} ${name}`;
    default:
      return `${name}(${operands.join(', ')})`;
  }
}

/** An operator or function with Calcite's checks: families of operands, "Cannot apply 'F' to arguments of type …". */
export function define(spec: FunctionSpec): SqlOperator {
  const syntax = spec.syntax ?? 'function';
  const template = spec.template ?? ((operands) => callText(spec.name, syntax, operands));
  const signatures = spec.signatures ?? spec.forms.map((f) => `'${template(families(f).map((x) => `<${x}>`))}'`);
  const lengths = spec.forms.map((f) => families(f).length);
  const hasRest = spec.forms.some((f) => 'rest' in f);
  return {
    name: spec.name,
    kind: spec.kind ?? 'OTHER_FUNCTION',
    syntax,
    category: spec.category ?? 'scalar',
    deterministic: spec.deterministic ?? true,
    dynamic: spec.dynamic ?? false,
    nullPolicy: spec.nullPolicy ?? 'AS_IS',
    flinkInference: false,
    arity: { min: Math.min(...lengths), max: hasRest ? -1 : Math.max(...lengths) },
    checkOperands(b) {
      if (spec.forms.some((f) => fits(f, b)) && (spec.check?.(b) ?? true)) return OK;
      const call = template(b.operandTypes.map((_, i) => operandText(b, i)));
      return {
        ok: false,
        style: 'calcite',
        message: `Cannot apply '${spec.name}' to arguments of type '${call}'. Supported form(s): ${signatures.join('\n')}`,
      };
    },
    inferReturnType: spec.returns,
    aggregate: spec.aggregate,
  };
}

/** An operator that only the planner or the grammar makes calls of: its operands are what they are. */
export function unchecked(name: string, kind: SqlKind, returns: Returns, more: Partial<FunctionSpec> = {}): SqlOperator {
  return {
    ...define({ ...more, name, kind, forms: [{ families: [], rest: 'ANY' }], returns }),
    checkOperands: () => OK,
  };
}
