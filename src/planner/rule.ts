import type { Cluster } from '../rel/cluster.ts';
import type { MetadataQuery } from '../rel/metadata/metadata-query.ts';
import type { RelNode } from '../rel/rel-node.ts';
import type { RelBuilder } from '../rel/rel-builder.ts';
import type { TraitSet } from '../rel/traits/trait-set.ts';

/** A node class as an operand names it: the class itself or an abstract base such as `Join` or `SingleRel`. */
export type NodeClass<T extends RelNode = RelNode> = abstract new (...args: never[]) => T;

/**
 * How the children of an operand are matched (Calcite's `RelOptRuleOperandChildPolicy`):
 * `any`: children are not looked at; `leaf` (`none()`): likewise not looked at, though the rule's author meant "no children";
 * `some`: child operand i must match input i, surplus inputs are ignored; `unordered`: each child operand must match some input.
 */
export type ChildPolicy = 'any' | 'leaf' | 'some' | 'unordered';

/** A pattern node. */
export interface Operand {
  readonly nodeClass: NodeClass;
  /** Only nodes of exactly this convention. */
  readonly convention?: TraitSet['convention'];
  /** A further condition on the node alone; a refusal here is silent in Calcite and not an attempt. */
  readonly predicate?: (node: RelNode) => boolean;
  readonly policy: ChildPolicy;
  readonly children: readonly Operand[];
}

export interface OperandOptions<T extends RelNode> {
  readonly convention?: TraitSet['convention'];
  readonly predicate?: (node: T) => boolean;
}

function makeOperand<T extends RelNode>(
  nodeClass: NodeClass<T>,
  policy: ChildPolicy,
  children: readonly Operand[],
  o?: OperandOptions<T>,
): Operand {
  // The predicate is only ever called with nodes that passed the class test.
  return { nodeClass, policy, children, convention: o?.convention, predicate: o?.predicate as Operand['predicate'] };
}

/** A node of the class with any inputs. */
export function any<T extends RelNode>(nodeClass: NodeClass<T>, options?: OperandOptions<T>): Operand {
  return makeOperand(nodeClass, 'any', [], options);
}

/** Calcite's `noInputs()`; not enforced by either engine. */
export function leaf<T extends RelNode>(nodeClass: NodeClass<T>, options?: OperandOptions<T>): Operand {
  return makeOperand(nodeClass, 'leaf', [], options);
}

/** A node whose i-th input matches the i-th child operand. */
export function some<T extends RelNode>(nodeClass: NodeClass<T>, children: readonly Operand[], options?: OperandOptions<T>): Operand {
  return makeOperand(nodeClass, 'some', children, options);
}

/** A node some input of which matches each child operand. */
export function unordered<T extends RelNode>(nodeClass: NodeClass<T>, children: readonly Operand[], options?: OperandOptions<T>): Operand {
  return makeOperand(nodeClass, 'unordered', children, options);
}

/**
 * The answer of a guard: `true`, or the reason why the rule does not apply, in one short sentence with Flink's own terms ("the period
 * is not a processing-time attribute"). The reason is what "why not" shows.
 */
export type GuardAnswer = true | string;

/** What a rule sees of one match. */
export interface RuleCall {
  readonly rule: RelRule;
  readonly cluster: Cluster;
  readonly mq: MetadataQuery;
  /** Bound nodes in pre-order of the operand tree. Their `inputs` may be placeholders (`stripped()` looks through). */
  readonly rels: readonly RelNode[];
  /** The i-th bound node; the caller knows its class from the operand. */
  rel<T extends RelNode>(i: number): T;
  /** Current inputs of a node bound by an unordered operand, looked through. */
  childRels(node: RelNode): readonly RelNode[];
  /**
   * The nodes that an input stands for: all members of a Volcano sub-set in order of registration, the current node of a HEP vertex, a plain
   * node itself. For guards that ask whether any known equivalent has a property (Calcite's `PruneEmptyRules.isEmpty`).
   */
  members(input: RelNode): readonly RelNode[];
  /** A builder whose nodes are logical ones, set up as Calcite's `RelBuilder` of this rule (Flink's defaults). */
  builder(): RelBuilder;
  /**
   * Announces an equivalent of `rels[0]`. May be called several times. The row type must be that of `rels[0]`, names free; both planners
   * check it and name the rule. `equivalences`: further pairs to register first (Volcano).
   */
  transformTo(node: RelNode, equivalences?: ReadonlyMap<RelNode, RelNode>): void;
  /** Calcite's `RelOptRule.convert`: the input with other traits: a sub-set in Volcano, the node itself in HEP. */
  convert(node: RelNode, traits: Partial<Omit<TraitSet, 'text'>>): RelNode;
  /** Volcano: registers `node` as an equivalent of `equivalent`; HEP: nothing. */
  register(node: RelNode, equivalent: RelNode): void;
  /** Volcano: takes the node out of further matches; HEP: nothing. */
  prune(node: RelNode): void;
  /** Notes for the step's detail: which guards held and why, one short sentence each. Never changes the outcome. */
  note(text: string): void;
}

/** One sentence for the step panel and the rule's page. */
export interface RuleExplanation {
  /** What the rule rewrites and why, for a reader who knows SQL. */
  readonly summary: string;
}

/**
 * A planner rule (Calcite's `RelOptRule`). `description` is the name Flink prints. Rules hold no state.
 */
export interface RelRule {
  readonly description: string;
  readonly operand: Operand;
  readonly explain: RuleExplanation;
  /** Calcite's `SubstitutionRule`: its matches run before all others in Volcano. */
  readonly substitution: boolean;
  /** `autoPruneOld`: the old node is pruned before the new one is registered. */
  readonly autoPruneOld: boolean;
  /** Calcite's `TransformationRule`: binds only nodes of one convention in Volcano. */
  readonly transformation: boolean;
  /**
   * Rules that equal one another under another name (same class and operands): a rule list keeps the first only. Default: `description`
   * plus operand classes.
   */
  readonly identity: string;
  /**
   * True for a rule of Flink's that is not built yet: it stands in its list at its place and never fires; where its pattern and guard
   * match, the statement gets a diagnostic `unsupported/rule`.
   */
  readonly notYet: boolean;
  /** Calcite's `matches`: asked once per match, when HEP tries it or Volcano queues it. A refusal is no attempt. */
  matches(call: RuleCall): GuardAnswer;
  /** Calcite's `onMatch`: looks closer and calls `transformTo` zero or more times. A return without it is an attempt without production. */
  onMatch(call: RuleCall): void;
}

export interface RuleDefinition {
  readonly description: string;
  readonly operand: Operand;
  readonly explain: RuleExplanation;
  readonly substitution?: boolean;
  readonly autoPruneOld?: boolean;
  readonly transformation?: boolean;
  readonly identity?: string;
  readonly matches?: (call: RuleCall) => GuardAnswer;
  readonly onMatch: (call: RuleCall) => void;
}

/** The one way to make a rule. */
export function defineRule(d: RuleDefinition): RelRule {
  return {
    description: d.description,
    operand: d.operand,
    explain: d.explain,
    substitution: d.substitution ?? false,
    autoPruneOld: d.autoPruneOld ?? false,
    transformation: d.transformation ?? false,
    identity: d.identity ?? `${d.description}:${operandText(d.operand)}`,
    notYet: false,
    matches: d.matches ?? (() => true),
    onMatch: d.onMatch,
  };
}

/**
 * A converter between conventions (Calcite's `ConverterRule`): prints `Name(in:X,out:Y)`; `convert` may refuse by returning undefined.
 */
export function defineConverter<T extends RelNode>(d: {
  readonly name: string;
  readonly nodeClass: NodeClass<T>;
  readonly from: TraitSet['convention'];
  readonly to: TraitSet['convention'];
  readonly explain: RuleExplanation;
  readonly matches?: (call: RuleCall) => GuardAnswer;
  readonly convert: (node: T, call: RuleCall) => RelNode | undefined;
}): RelRule {
  return defineRule({
    description: `${d.name}(in:${d.from},out:${d.to})`,
    operand: any(d.nodeClass, { convention: d.from }),
    explain: d.explain,
    matches: d.matches,
    onMatch: (call) => {
      const node = call.rel<T>(0);
      const converted = d.convert(node, call);
      if (converted) call.transformTo(converted);
    },
  });
}

/** The answer of a rule that is not built yet where it would have been tried. */
export const NOT_YET = 'this rule is not built yet';

/** A rule of Flink's that is not built yet, with its operands and as much of its guard as decides whether it would be tried. */
export function notYet(d: {
  readonly description: string;
  readonly operand: Operand;
  readonly when?: (call: RuleCall) => GuardAnswer;
  readonly identity?: string;
}): RelRule {
  const rule = defineRule({
    description: d.description,
    operand: d.operand,
    identity: d.identity,
    explain: { summary: 'Not built yet.' },
    matches: (call) => {
      const answer = d.when ? d.when(call) : true;
      return answer === true ? NOT_YET : answer;
    },
    onMatch: () => undefined,
  });
  return { ...rule, notYet: true };
}

function operandText(o: Operand): string {
  const children = o.children.map(operandText).join(',');
  return `${o.nodeClass.name}${o.convention ? `.${o.convention}` : ''}${children ? `(${children})` : ''}`;
}
