import { useReducer, useState } from 'react';
import { type Ahead, aheadOf } from './ahead.ts';

/** Values of a row that are shown before the server says them; `rev` is that of the row as it is here. */
export function useAhead<Value>(rev: number): {
  shown: (key: string, server: Value) => Value;
  attempt: Ahead<Value>['attempt'];
} {
  const [, draw] = useReducer((drawn: number) => drawn + 1, 0);
  const [ahead] = useState(() => aheadOf<Value>(draw));
  return { shown: (key, server) => ahead.shown(key, server, rev), attempt: ahead.attempt };
}
