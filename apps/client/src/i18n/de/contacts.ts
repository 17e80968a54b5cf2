export const contacts = {
  title: 'Kontakte',
};
