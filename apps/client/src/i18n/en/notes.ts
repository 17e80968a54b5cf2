export const notes = {
  note: 'Note',
};
