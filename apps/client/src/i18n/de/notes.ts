import type { notes as en } from '../en/notes.ts';
import type { Shape } from '../shape.ts';

export const notes: Shape<typeof en> = {
  note: 'Notiz',
};
