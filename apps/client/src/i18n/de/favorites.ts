export const favorites = {
  title: 'Favoriten',
};
