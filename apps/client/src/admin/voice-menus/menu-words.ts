import type { MenuTarget } from '@sidetone/contract/entities/voice-menu.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import type { useWords } from '#i18n/use-words.ts';

type Words = ReturnType<typeof useWords>['t'];

/** The id of what a target leads to; empty where it leads to nothing that has one. */
export function idOf(target: MenuTarget): string {
  if ('channelId' in target) return target.channelId;
  if ('menuId' in target) return target.menuId;
  return 'announcementId' in target ? target.announcementId : '';
}

/** Where a key leads, in a few words; `name` is what it leads to, null where that is gone or has no name. */
export function targetWords(t: Words, target: MenuTarget, name: string | null): string {
  switch (target.kind) {
    case 'number':
      return formatNumber(target.number);
    case 'voicemail':
      return t(($) => $.admin.menus.voicemailOf, { name: name ?? t(($) => $.admin.channels.gone) });
    case 'channel':
    case 'menu':
    case 'announcement':
      return name ?? t(($) => $.admin.channels.gone);
    case 'again':
    case 'back':
    case 'hangUp':
      return t(($) => $.admin.menus.targets[target.kind]);
  }
}
