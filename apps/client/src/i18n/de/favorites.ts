import type { favorites as en } from '../en/favorites.ts';
import type { Shape } from '../shape.ts';

export const favorites: Shape<typeof en> = {
  title: 'Favoriten',
  countOf: '{{count}} von {{max}}',
  add: 'Favorit hinzufügen',
  empty: {
    title: 'Noch keine Favoriten',
    text: 'Lege die Menschen ab, die du täglich anrufst. Ein Klick ruft an.',
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
  gone: 'Nicht mehr in deinen Kontakten',
  offline: 'Anrufen geht erst wieder, wenn die Verbindung zurück ist.',
  star: {
    add: 'Zu Favoriten hinzufügen',
    remove: 'Aus Favoriten entfernen',
  },
  removed: '{{name}} ist kein Favorit mehr',
  undo: 'Rückgängig',
  notSaved: 'Der Favorit wurde nicht gespeichert',
  errorMaximumNumberOfFavoritesAdded: {
    title: 'Favoriten sind voll',
    text: '{{max}} von {{max}}. Entferne einen, um {{name}} hinzuzufügen.',
  },
  errorFavoriteNeedsNumber: {
    title: 'Ein Favorit braucht eine Telefonnummer',
    text: 'Gib {{name}} zuerst eine Nummer.',
  },
  invalid: {
    banner_one: 'Ein Favorit ist nicht mehr in deinen Kontakten.',
    banner_other: '{{count}} Favoriten sind nicht mehr in deinen Kontakten.',
    remove_one: 'Entfernen',
    remove_other: 'Alle entfernen',
    notRemoved: 'Die Favoriten wurden nicht entfernt',
  },
};
