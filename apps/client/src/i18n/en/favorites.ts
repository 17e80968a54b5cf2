export const favorites = {
  title: 'Favourites',
};
