declare module 'd3-flextree' {
  export interface FlexNode<T> {
    readonly data: T;
    readonly children?: FlexNode<T>[];
    x: number;
    y: number;
    each(visit: (node: FlexNode<T>) => void): void;
  }
  export interface FlexTreeLayout<T> {
    (root: FlexNode<T>): FlexNode<T>;
    hierarchy(data: T): FlexNode<T>;
  }
  export function flextree<T>(options: {
    children: (data: T) => readonly T[];
    nodeSize: (node: FlexNode<T>) => [number, number];
    spacing?: number | ((a: FlexNode<T>, b: FlexNode<T>) => number);
  }): FlexTreeLayout<T>;
}
