/** A call that tests a trunk. */
export interface LineTestOrder {
  readonly accountId: string;
  readonly trunkId: string;
  /** Who asks, and whose limits count. */
  readonly userId: string;
  /** Whom to call, in E.164. */
  readonly number: string;
  /** It is a number of the account: the call comes back, and is answered by the test itself. */
  readonly isLoop: boolean;
  /** The numbers of the account. */
  readonly ownNumbers: ReadonlySet<string>;
  /** What every call by this trunk shows; null: the number of the caller. */
  readonly fixedNumber: string | null;
}

/** What came of each part; null: it did not come to that. */
export interface LineTestCall {
  /** `ok`, or why nothing was taken: the status of the other side, or what kept the call from being made. */
  readonly call:
    | { readonly isTaken: true }
    | { readonly isTaken: false; readonly status: number | null; readonly words: string };
  /** Of a call to an own number: whether it came back, and with which number; null: with none. */
  readonly arrival: {
    readonly cameBack: boolean;
    readonly shown: string | null;
    readonly expected: string | null;
  } | null;
  readonly audioOut: boolean | null;
  readonly audioIn: boolean | null;
  readonly keys: boolean | null;
}

/** A test in which nothing was taken. */
export const notTaken = (status: number | null, words: string): LineTestCall => ({
  call: { isTaken: false, status, words },
  arrival: null,
  audioOut: null,
  audioIn: null,
  keys: null,
});

/** Nothing leads to the trunk at the moment. */
export const notConnected = (): LineTestCall => notTaken(null, 'The trunk is not connected');

/** Tests trunks by calls of their own, which no user sees. */
export interface LineTests {
  /** Rejects with `LineTestRefused` where it may not be made. */
  testLine(order: LineTestOrder): Promise<LineTestCall>;
}

export class LineTestRefused extends Error {
  readonly code: 'running' | 'emergency' | 'barred' | 'limit';
  constructor(code: LineTestRefused['code']) {
    super(code);
    this.name = 'LineTestRefused';
    this.code = code;
  }
}
