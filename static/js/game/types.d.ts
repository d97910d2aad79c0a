// What the server tells the scripts, and what they make of it. Never sent to a browser.
// The first five are told by games/planner/payload.py, which says what they mean.

export interface Target {
  field: string;
  text: string;
  cost: number;
  way: string[];
  label: string;
  then: string;
  captures: boolean;
  answers: number | null;
  tool: string;
  replaces: boolean;
}

export interface Piece {
  name: string;
  kind: string;
  at: string;
  targets: Target[];
  afar: string[];
}

export interface TrayTool {
  name: string;
  label: string;
  left: number | null;
}

export interface Plan {
  text: string;
  head: string;
  stem: string;
  rest: string;
  between: string;
  left: number | null;
  steps: number;
  lacks: string;
  pieces: Record<string, Piece>;
  tray: TrayTool[];
  lays: Target[];
  shortcuts: Target[];
  stands: Record<string, string>;
  threats: Record<string, string>;
  exposed: string[];
}

/** What a piece of any seat could do in its next turn: told by games/planner/reach.py. */
export interface Goal {
  field: string;
  cost: number;
  captures: boolean;
}

export interface Reach {
  field: string;
  sentence: string;
  goals: Goal[];
}

export interface Hindrance {
  sentence: string;
  rule: string;
  address: string;
}

/** A plan with the parts of the page that show it. */
export interface Answer extends Plan {
  version: number;
  draft: number;
  layer?: string;
  panel?: string;
  /** what a lesson says of the plan */
  verdict?: string;
}

export type Reply =
  | { kind: "answer"; answer: Answer }
  | { kind: "elsewhere"; text: string }
  | { kind: "trouble"; sentence: string }
  | { kind: "offline" };
