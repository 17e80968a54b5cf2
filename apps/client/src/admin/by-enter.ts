import type { KeyboardEvent } from 'react';

/** Acts on Enter in a field whose form, if there is one, is about something else and would be submitted. */
export const byEnter = (act: () => unknown) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  act();
};
