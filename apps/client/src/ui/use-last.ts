import { useState } from 'react';

/**
 * This value, or its last one before it became null: a dialog that fades out keeps its words, and the focus finds back
 * to its row.
 */
export function useLast<Value>(value: Value | null): Value | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}
