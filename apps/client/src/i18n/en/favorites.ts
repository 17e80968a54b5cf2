export const favorites = {
  title: 'Favourites',
  /** Of how many there can be at most. */
  countOf: '{{count}} of {{max}}',
  add: 'Add favourite',
  empty: {
    title: 'No favourites yet',
    text: 'Add the people you call every day. Call them with one click.',
    short: 'Call them with one click.',
  },
  all: 'All favourites',
  more: '+{{count}}',
  moreLabel: 'All favourites, {{count}} more',
  calls: 'calls',
  call: 'Call {{name}}',
  callChoose: 'Call {{name}}: choose a number',
  callNumber: 'Call {{number}}',
  copyNumber: 'Copy {{number}}',
  copied: 'Number copied',
  notCopied: 'The number could not be copied',
  open: 'Open {{name}}',
  remove: 'Remove from favourites',
  removeName: 'Remove {{name}} from favourites',
  /** The contact is gone, or has no number any more. */
  gone: 'Can no longer be called',
  offline: 'You can call again when the connection is back.',
  star: {
    add: 'Add to favourites',
    remove: 'Remove from favourites',
  },
  removed: '{{name}} is no longer a favourite',
  undo: 'Undo',
  notSaved: 'The favourite was not saved',
  errorMaximumNumberOfFavoritesAdded: {
    title: 'Favourites are full',
    text: '{{max}} of {{max}}. Remove one to add {{name}}.',
  },
  errorFavoriteNeedsNumber: {
    title: 'A favourite needs a phone number',
    text: 'Add a number to {{name}} first.',
  },
  invalid: {
    banner_one: 'One favourite can no longer be called.',
    banner_other: '{{count}} favourites can no longer be called.',
    remove_one: 'Remove it',
    remove_other: 'Remove them',
    notRemoved: 'The favourites were not removed',
  },
};
