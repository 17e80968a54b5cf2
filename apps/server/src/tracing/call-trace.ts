import { type CallSpan, rootIdOf, traceIdOf } from './call-span.ts';

type Attributes = CallSpan['attributes'];

/** The trace of one call: the call itself, and its steps below it. */
export interface CallTrace {
  readonly traceId: string;
  readonly rootId: string;
  readonly sessionId: string;
  /** When the call was over and written; undefined before. */
  readonly closedAt: number | undefined;
  /** A step begins; one of that key that has begun already goes on. */
  begin(key: string, name: string, attributes?: Attributes): void;
  /** False where no step of that key has begun. */
  end(key: string, attributes?: Attributes, isFailed?: boolean): boolean;
  /** A step that is over. */
  tell(name: string, begin: number, end: number): void;
  /** The call itself is over. */
  close(attributes: Attributes, isFailed?: boolean): void;
}

/** A call hardly rings that many devices; further steps are not traced. */
const mostOpen = 500;

export function openTrace(given: {
  readonly call: { readonly callId: string; readonly sessionId: string };
  readonly begin: number;
  readonly attributes: Attributes;
  readonly emit: (span: CallSpan) => void;
  readonly now: () => number;
}): CallTrace {
  const { call, emit, now } = given;
  const [traceId, rootId] = [traceIdOf(call.sessionId), rootIdOf(call.callId)];
  const open = new Map<string, { readonly name: string; readonly begin: number; readonly attributes: Attributes }>();
  let closedAt: number | undefined;
  const step = { traceId, spanId: null, parentId: rootId };
  return {
    traceId,
    rootId,
    sessionId: call.sessionId,
    get closedAt() {
      return closedAt;
    },
    begin(key, name, attributes = {}) {
      if (!open.has(key) && open.size < mostOpen) open.set(key, { name, begin: now(), attributes });
    },
    end(key, attributes = {}, isFailed = false) {
      const begun = open.get(key);
      if (!begun) return false;
      open.delete(key);
      emit({ ...step, ...begun, end: now(), attributes: { ...begun.attributes, ...attributes }, isFailed });
      return true;
    },
    tell: (name, begin, end) => emit({ ...step, name, begin, end, attributes: {}, isFailed: false }),
    close(attributes, isFailed = false) {
      closedAt = now();
      emit({
        traceId,
        spanId: rootId,
        parentId: null,
        name: 'call',
        begin: given.begin,
        end: closedAt,
        attributes: { 'sidetone.call.id': call.callId, ...given.attributes, ...attributes },
        isFailed,
      });
    },
  };
}
