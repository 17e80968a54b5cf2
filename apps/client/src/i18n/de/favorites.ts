import type { favorites as en } from '../en/favorites.ts';
import type { Shape } from '../shape.ts';

export const favorites: Shape<typeof en> = {
  title: 'Favoriten',
  countOf: '{{count}} von {{max}}',
  add: 'Favorit hinzufügen',
  empty: {
    title: 'Noch keine Favoriten',
    text: 'Füge Menschen hinzu, die du täglich anrufst. Ein Klick ruft an.',
    short: 'Ein Klick ruft an.',
  },
  all: 'Alle Favoriten',
  more: '+{{count}}',
  moreLabel: 'Alle Favoriten, {{count}} weitere',
  calls: 'ruft an',
  call: '{{name}} anrufen',
  callChoose: '{{name}} anrufen: Nummer wählen',
  callNumber: '{{number}} anrufen',
  copyNumber: '{{number}} kopieren',
  copied: 'Nummer kopiert',
  notCopied: 'Die Nummer ließ sich nicht kopieren',
  open: '{{name}} öffnen',
  remove: 'Aus Favoriten entfernen',
  removeName: '{{name}} aus Favoriten entfernen',
  gone: 'Lässt sich nicht mehr anrufen',
  offline: 'Anrufen kannst du wieder, wenn die Verbindung zurück ist.',
  star: {
    add: 'Zu Favoriten hinzufügen',
    remove: 'Aus Favoriten entfernen',
  },
  removed: '{{name}} ist kein Favorit mehr',
  undo: 'Rückgängig',
  notSaved: 'Der Favorit wurde nicht gespeichert',
  errorMaximumNumberOfFavoritesAdded: {
    title: 'Höchstzahl an Favoriten erreicht',
    text: '{{max}} von {{max}}. Entferne einen, um {{name}} hinzuzufügen.',
  },
  errorFavoriteNeedsNumber: {
    title: 'Ein Favorit braucht eine Rufnummer',
    text: 'Füge zuerst eine Nummer zu {{name}} hinzu.',
  },
  invalid: {
    banner_one: 'Ein Favorit lässt sich nicht mehr anrufen.',
    banner_other: '{{count}} Favoriten lassen sich nicht mehr anrufen.',
    remove_one: 'Entfernen',
    remove_other: 'Alle entfernen',
    notRemoved: 'Die Favoriten wurden nicht entfernt',
  },
};
