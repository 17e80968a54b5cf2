import type { RoutingDestination } from '@sidetone/contract/entities/channel-routing.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import type { useWords } from '#i18n/use-words.ts';

type Words = ReturnType<typeof useWords>['t'];

/** Where a call goes, in a word or a name. */
export function destinationWords(
  t: Words,
  destination: RoutingDestination,
  names: ReadonlyMap<string, string>,
): string {
  switch (destination.kind) {
    case 'channel':
      return names.get(destination.channelId) ?? t(($) => $.admin.channels.gone);
    case 'number':
      return formatNumber(destination.number);
    case 'assistant':
      return names.get(destination.assistantId) ?? t(($) => $.admin.channels.destinations.assistant);
    case 'menu':
      return names.get(destination.menuId) ?? t(($) => $.admin.channels.destinations.menu);
    default:
      return t(($) => $.admin.channels.destinations[destination.kind]);
  }
}
