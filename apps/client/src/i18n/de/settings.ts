export const settings = {
  title: 'Einstellungen',
};
