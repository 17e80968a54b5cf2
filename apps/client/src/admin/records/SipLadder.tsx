import { callRecordRoutes } from '@sidetone/contract/http/admin/call-record-routes.ts';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { saveText } from '#platform/save-file.ts';
import { Button } from '#ui/Button.tsx';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { Group } from '../EditorPanel.tsx';
import { type Ladder, ladderOf, ladderText, type Rung } from './ladder.ts';

interface SipLadderProps {
  channelId: string;
  docId: string;
}

/** The SIP messages of a call, loaded only on request: each look is noted in the audit log. */
export function SipLadder({ channelId, docId }: SipLadderProps) {
  const { t } = useWords();
  const [wanted, setWanted] = useState(false);
  const { data, isError, refetch } = useQuery({
    queryKey: ['call-record-sip', channelId, docId],
    queryFn: ({ signal }) => call(callRecordRoutes.callRecordSip, { params: { channelId, docId } }, { signal }),
    enabled: wanted,
  });
  const messages = data?.messages ?? [];
  return (
    <Group title={t(($) => $.admin.records.sip)} text={t(($) => $.admin.records.sipText)}>
      {!wanted ? (
        <Button className="justify-self-start" onClick={() => setWanted(true)}>
          {t(($) => $.admin.records.showSip)}
        </Button>
      ) : isError ? (
        <div role="alert" className="flex flex-wrap items-center gap-3">
          <p>{t(($) => $.admin.loadFailed)}</p>
          <Button onClick={() => void refetch()}>{t(($) => $.app.tryAgain)}</Button>
        </div>
      ) : data === undefined ? (
        <Spinner />
      ) : messages.length === 0 ? (
        <p className="text-ink-3">
          {data.keptDays === 0
            ? t(($) => $.admin.records.sipOff)
            : t(($) => $.admin.records.noSip, { count: data.keptDays })}
        </p>
      ) : (
        <>
          <Button
            className="justify-self-start"
            onClick={() => saveText(ladderText(messages), `sip-${messages[0]?.at.slice(0, 19).replace(/:/g, '-')}.txt`)}
          >
            <Icon of={Download} />
            {t(($) => $.admin.records.saveSip)}
          </Button>
          {data.lost === 0 ? null : <p>{t(($) => $.admin.records.sipLost, { count: data.lost })}</p>}
          <Drawn ladder={ladderOf(messages)} />
        </>
      )}
    </Group>
  );
}

/** The width of a column, in pixels. */
const columnPx = 132;

function Drawn({ ladder: { ends, rungs } }: { ladder: Ladder }) {
  const { t } = useWords();
  const columns = [t(($) => $.admin.records.sipServer), ...ends];
  return (
    <section
      aria-label={t(($) => $.admin.records.ladder)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
      tabIndex={0}
      className="overflow-x-auto rounded-m border border-line"
    >
      <div style={{ minWidth: columns.length * columnPx }}>
        <Columns count={columns.length} className="border-line border-b bg-well">
          {columns.map((name, at) => (
            <span
              key={name}
              style={{ gridColumn: at + 1 }}
              className="truncate px-1 py-2 text-center font-med text-11 tabular-nums"
              title={name}
            >
              {name}
            </span>
          ))}
        </Columns>
        <ol>
          {rungs.map((rung) => (
            <Step key={`${rung.message.at} ${rung.message.legId} ${rung.message.text}`} rung={rung} columns={columns} />
          ))}
        </ol>
      </div>
    </section>
  );
}

const Columns = ({ count, className, children }: { count: number; className?: string; children: ReactNode }) => (
  <div className={cn('grid', className)} style={{ gridTemplateColumns: `repeat(${count}, minmax(0, 1fr))` }}>
    {children}
  </div>
);

function Step({ rung: { message, from, to, title, isRefusal }, columns }: { rung: Rung; columns: readonly string[] }) {
  const { t } = useWords();
  const [left, right] = [Math.min(from, to), Math.max(from, to)];
  const isRightward = to > from;
  return (
    <li className="border-line border-b last:border-b-0">
      <details>
        <summary className="block cursor-pointer focus-inset hover:bg-hover">
          <span className="sr-only">
            {t(($) => $.admin.records.sipStep, { from: columns[from], to: columns[to] })}{' '}
          </span>
          <Columns count={columns.length}>
            <span
              style={{
                gridColumn: `${left + 1} / ${right + 2}`,
                marginInline: `${50 / (right - left + 1)}%`,
              }}
              className={cn('relative grid py-1.5 text-center text-12', isRefusal ? 'text-missed' : 'text-ink')}
            >
              <span className="truncate px-3">{title}</span>
              <span aria-hidden className="relative block h-0 border-current border-t">
                <i
                  className={cn(
                    'absolute -top-[4.5px] size-2 border-current border-t',
                    isRightward ? 'right-0 rotate-45 border-r' : 'left-0 -rotate-45 border-l',
                  )}
                />
              </span>
              <time dateTime={message.at} className="text-11 text-ink-3 tabular-nums">
                {clockOf(message.at)}
              </time>
            </span>
          </Columns>
        </summary>
        <pre className="overflow-x-auto whitespace-pre-wrap break-all bg-well px-3 py-2 text-11">{message.text}</pre>
      </details>
    </li>
  );
}

/** The time by the clock of the browser, to the millisecond. */
function clockOf(moment: string): string {
  const at = new Date(moment);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(11, 23);
}
