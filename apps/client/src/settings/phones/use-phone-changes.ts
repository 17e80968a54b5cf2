import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { Phone } from '@sidetone/contract/entities/phone.ts';
import { phoneRoutes } from '@sidetone/contract/http/phone-routes.ts';
import { formatNumber } from '@sidetone/contract/rules/dialable.ts';
import { PhoneOff } from 'lucide-react';
import { useState } from 'react';
import { syncQuietly } from '#channels/sync-phones.ts';
import { useSaving } from '#channels/use-saving.ts';
import { useWords } from '#i18n/use-words.ts';
import { type ApiErrorCode, codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { confirmed } from '#live/queries/confirmed.ts';
import { patchLive, readLive } from '#live/queries/live.ts';
import { useMe } from '#live/queries/me.ts';
import { inTurn } from '#platform/in-turn.ts';
import { confirm } from '#ui/confirm.ts';
import { toast } from '#ui/toasts.ts';
import { isLastOnline } from './phone-facts.ts';

type Changed = 'connection' | 'default' | 'callerId';

/** Why the last change was not taken, and which value it was to have. */
interface Failure {
  readonly of: Changed;
  readonly value: string;
  readonly code: ApiErrorCode;
}

/** Changes of one phone: each shows at once, and goes back to what it was where the server did not take it. */
export function usePhoneChanges(phone: Phone) {
  const { t } = useWords();
  const me = useMe();
  const { saving, track } = useSaving();
  const [failure, setFailure] = useState<Failure | null>(null);
  /** One order after the other: the last one that was given is the one that stands. */
  const [turns] = useState(() => inTurn<unknown>());

  async function change(
    what: { readonly of: Changed; readonly value: string },
    show: () => (() => void)[],
    order: () => Promise<unknown>,
  ): Promise<ApiErrorCode | null> {
    setFailure(null);
    try {
      await confirmed(show(), () => track(turns.run('phone', order)));
      return null;
    } catch (error) {
      const code = codeOf(error);
      setFailure({ ...what, code });
      return code;
    }
  }

  async function connect(isConnected: boolean) {
    const { rows } = readLive(phoneQueries.phones, {});
    const isLast = !isConnected && isLastOnline(phone, rows);
    if (isLast) {
      const agreed = await confirm({
        icon: PhoneOff,
        headline: t(($) => $.phones.last.title),
        text: t(($) => $.phones.last.text, { name: phone.name }),
        action: t(($) => $.phones.last.action),
        critical: true,
      });
      if (!agreed) return;
    }
    const code = await change(
      { of: 'connection', value: isConnected ? 'on' : 'off' },
      () => [
        patchLive(phoneQueries.phones, phone.id, { isConnected, isDisconnectedByUser: !isConnected }),
        // The server clears it with the last phone.
        ...(isLast && me?.defaultPhoneId ? [patchLive(phoneQueries.me, me.webUserId, { defaultPhoneId: null })] : []),
      ],
      () =>
        call(phoneRoutes.setPhoneConnection, {
          params: { id: phone.id },
          body: { isConnected, isUserConfigured: true },
        }),
    );
    if (code === null) return;
    const { notOn, notOff } = { notOn: t(($) => $.phones.toast.notOn), notOff: t(($) => $.phones.toast.notOff) };
    const stays = isConnected
      ? t(($) => $.phones.toast.staysOff, { name: phone.name })
      : t(($) => $.phones.toast.staysOn, { name: phone.name });
    toast({ tone: 'error', title: isConnected ? notOn : notOff, text: stays });
  }

  async function makeDefault() {
    if (me === null) return;
    const code = await change(
      { of: 'default', value: phone.id },
      () => [patchLive(phoneQueries.me, me.webUserId, { defaultPhoneId: phone.id })],
      () => call(phoneRoutes.updateUser, { body: { defaultPhoneId: phone.id } }),
    );
    if (code === null) return;
    toast({ tone: 'error', title: t(($) => $.phones.toast.notDefault), text: t(($) => $.errors[code]) });
  }

  /** Resolves to null where it was taken, else to why not. */
  async function showCallerId(callerId: string | null): Promise<ApiErrorCode | null> {
    const code = await change(
      { of: 'callerId', value: callerId ?? '' },
      () => [patchLive(phoneQueries.phones, phone.id, { callerId })],
      () => call(phoneRoutes.setPhoneCallerId, { params: { id: phone.id }, body: { callerId } }),
    );
    if (code === null) void syncQuietly();
    // What is wrong with a number is said beside its field.
    else if (code !== 'INVALID_NUMBER' && code !== 'DIRECT_DIAL') {
      const withheld = phone.callerId === 'anonymous' || phone.callerId === 'suppressed';
      const stays = phone.callerId === null || withheld ? {} : { text: numberStays(t, formatNumber(phone.callerId)) };
      toast({ tone: 'error', title: t(($) => $.phones.toast.callerIdNotSaved), ...stays });
    }
    return code;
  }

  return { saving, failure, connect, makeDefault, showCallerId };
}

export type PhoneChanges = ReturnType<typeof usePhoneChanges>;

const numberStays = (t: ReturnType<typeof useWords>['t'], number: string) =>
  t(($) => $.phones.toast.numberStays, { number });
