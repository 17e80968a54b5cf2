import type { ChannelRow } from '@sidetone/contract/documents/phone-queries.ts';
import { smartAnswerQueries } from '@sidetone/contract/documents/smart-answer-queries.ts';
import type {
  AnswerDirection,
  SmartAnswerAssignment,
  SmartAnswerSet,
} from '@sidetone/contract/entities/smart-answers.ts';
import { smartAnswerRoutes } from '@sidetone/contract/http/ai/smart-answer-routes.ts';
import { Inbox, UsersRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useChannels } from '#channels/channels.ts';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { useLive } from '#live/queries/live.ts';
import { inTurn } from '#platform/in-turn.ts';
import { Icon } from '#ui/Icon.tsx';
import { Select } from '#ui/Select.tsx';

const directions = ['inbound', 'outbound'] as const satisfies readonly AnswerDirection[];
const fieldOf = { inbound: 'inboundSetId', outbound: 'outboundSetId' } as const;

/** For each channel of the user, which set is answered for its calls in either direction. CONST-066, SSMART-004 */
export function Assignments({ sets }: { sets: readonly SmartAnswerSet[] }) {
  const { t } = useWords();
  const { own, shared } = useChannels();
  const { chosen, choose } = useAssignments();
  const channels = own === null ? shared : [own, ...shared];
  const nameOf = (channel: ChannelRow) =>
    channel.channelType === 'personal' ? t(($) => $.app.private) : (channel.name ?? '');
  return (
    <section>
      <h3 className="mb-2 font-med text-12 text-ink-2">{t(($) => $.smartAnswers.usedFor)}</h3>
      <table className="w-full table-fixed rounded-m border border-line border-separate border-spacing-0 bg-raised">
        <thead>
          <tr className="text-left text-12 text-ink-2 [&>th]:h-9 [&>th]:px-3 [&>th]:font-med">
            <th scope="col">{t(($) => $.smartAnswers.channel)}</th>
            <th scope="col">{t(($) => $.smartAnswers.inbound)}</th>
            <th scope="col">{t(($) => $.smartAnswers.outbound)}</th>
          </tr>
        </thead>
        <tbody>
          {channels.map((channel) => (
            <tr key={channel.id} className="[&>*]:border-line [&>*]:border-t [&>*]:px-3 [&>*]:py-2">
              <th scope="row" className="text-left font-reg">
                <span className="flex min-w-0 items-center gap-2">
                  <Icon
                    of={channel.channelType === 'personal' ? Inbox : UsersRound}
                    className="flex-none text-ink-3 max-[559px]:hidden"
                  />
                  <span className="truncate">{nameOf(channel)}</span>
                </span>
              </th>
              {directions.map((direction) => (
                <td key={direction}>
                  <Select
                    hideLabel
                    small
                    label={t(($) => $.smartAnswers[`${direction}Of`], { channel: nameOf(channel) })}
                    value={chosen(channel.id, direction) ?? ''}
                    onChange={(event) => void choose(channel.id, direction, event.target.value || null)}
                    options={[
                      { value: '', label: t(($) => $.smartAnswers.none) },
                      ...sets.map(({ id, title }) => ({
                        value: id,
                        label: title ?? t(($) => $.smartAnswers.untitled),
                      })),
                    ]}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** What is assigned, with choices shown before the server has them. A refused one goes back and is logged. SERR-047 */
function useAssignments() {
  const { rows } = useLive(smartAnswerQueries.smartAnswerAssignments, {});
  const [ahead, setAhead] = useState<Readonly<Record<string, { setId: string | null; rev: number | null }>>>({});
  const [turns] = useState(() => inTurn<SmartAnswerAssignment>());
  // Once the live row is as young as the answer it says so itself.
  useEffect(() => {
    setAhead((now) => {
      const left = Object.entries(now).filter(([key, { rev }]) => {
        const row = rows.find(({ channelId }) => key.startsWith(`${channelId} `));
        return rev === null || (row?.rev ?? 0) < rev;
      });
      return left.length === Object.keys(now).length ? now : Object.fromEntries(left);
    });
  }, [rows]);

  const chosen = (channelId: string, direction: AnswerDirection): string | null => {
    const early = ahead[`${channelId} ${direction}`];
    if (early !== undefined) return early.setId;
    return rows.find((row) => row.channelId === channelId)?.[fieldOf[direction]] ?? null;
  };
  const choose = async (channelId: string, direction: AnswerDirection, setId: string | null) => {
    const key = `${channelId} ${direction}`;
    setAhead((now) => ({ ...now, [key]: { setId, rev: null } }));
    const params = { channelId, direction };
    const order = turns.run(key, () =>
      setId === null
        ? call(smartAnswerRoutes.unassignSmartAnswerSet, { params })
        : call(smartAnswerRoutes.assignSmartAnswerSet, { params, body: { setId } }),
    );
    const settle = (rev: number | null) =>
      turns.isLast(key, order) &&
      setAhead(({ [key]: _gone, ...rest }) => (rev === null ? rest : { ...rest, [key]: { setId, rev } }));
    try {
      settle((await order).rev);
    } catch (cause) {
      console.warn('[settings] a set was not assigned:', codeOf(cause));
      settle(null);
    }
  };
  return { chosen, choose };
}
