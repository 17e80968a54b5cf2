import type { CrmWrite } from '@sidetone/contract/entities/call-log.ts';
import { adminCrmRoutes, type CrmWriteAction } from '@sidetone/contract/http/admin/crm-routes.ts';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Button, LinkButton } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { ConfirmDialog, type Question } from '../ConfirmDialog.tsx';
import { EditorPanel, Group } from '../EditorPanel.tsx';
import { FactList } from '../feedback/FactList.tsx';
import { formatMoment } from '../format.ts';
import { useRun } from '../run.ts';
import { stateTones, type WriteWords } from './use-write-words.ts';
import { WriteEvents } from './WriteEvents.tsx';
import { actionsFor, shownState } from './write-actions.ts';

interface WritePanelProps {
  entry: CrmWrite;
  words: WriteWords;
  onClose: () => void;
}

/** One entry of the CRM log: how it stands, what can be done about it, and what happened to it. */
export function WritePanel({ entry, words, onClose }: WritePanelProps) {
  const { t, language } = useWords();
  const name = words.crm(entry);
  const answer = words.lastAnswer(entry);
  return (
    <EditorPanel
      title={words.otherSide(entry)}
      subtitle={`${words.person(entry)}, ${formatMoment(entry.createdAt, language)}`}
      onClose={onClose}
    >
      <div className="grid gap-3 rounded-m bg-well p-4">
        <div className="flex flex-wrap items-center gap-2">
          <StateBadge tone={stateTones[shownState(entry)]}>{words.state(entry)}</StateBadge>
          {answer === '' ? null : <span className="min-w-0 break-words text-12 text-ink-2">{answer}</span>}
        </div>
        <p>{t(($) => $.admin.crm.texts[shownState(entry)], { name })}</p>
        <Actions entry={entry} name={name} />
      </div>
      <WriteEvents entry={entry} />
      <Group title={t(($) => $.admin.crm.about)}>
        <FactList
          facts={[
            [t(($) => $.admin.crm.crm), name],
            [t(($) => $.admin.crm.kind), t(($) => $.admin.crm.kinds[entry.kind])],
            [t(($) => $.admin.crm.key), entry.key],
            [t(($) => $.admin.crm.attempts), String(entry.attempts)],
            [t(($) => $.admin.crm.updated), formatMoment(entry.updatedAt, language)],
          ]}
        />
      </Group>
    </EditorPanel>
  );
}

function Actions({ entry, name }: { entry: CrmWrite; name: string }) {
  const { t } = useWords();
  const { run, busy } = useRun();
  const [question, setQuestion] = useState<Question | null>(null);
  const [address, setAddress] = useState('');
  const [mistaken, setMistaken] = useState(false);
  const actions = actionsFor(entry);
  const act = (action: CrmWriteAction, url: string | null = null) =>
    run(() => call(adminCrmRoutes.actOnCrmWrite, { params: { id: entry.id, action }, body: { url } }), {
      title: t(($) => $.admin.crm.done[action]),
    });
  const ask = (action: 'writeAgain' | 'giveUp') =>
    setQuestion({
      title: t(($) => $.admin.crm.ask[action].title),
      text: t(($) => $.admin.crm.ask[action].text, { name, key: entry.key }),
      action: t(($) => $.admin.crm.actions[action]),
      run: async () => void (await act(action)),
    });
  const settle = () => {
    const typed = address.trim();
    const isPage = typed === '' || (/^https?:\/\/[^/]/i.test(typed) && URL.canParse(typed));
    setMistaken(!isPage);
    if (isPage) void act('itIsThere', typed === '' ? null : typed);
  };
  return (
    <>
      {actions.includes('itIsThere') ? (
        <Field
          type="url"
          inputMode="url"
          label={t(($) => $.admin.crm.address)}
          help={t(($) => $.admin.crm.addressHelp)}
          value={address}
          error={mistaken ? t(($) => $.admin.crm.noAddress) : undefined}
          onChange={(event) => {
            setAddress(event.target.value);
            setMistaken(false);
          }}
        />
      ) : null}
      <div className="flex flex-wrap gap-2">
        {actions.includes('lookNow') ? (
          <Button tone="primary" disabled={busy} onClick={() => void act('lookNow')}>
            {t(($) => $.admin.crm.actions.lookNow)}
          </Button>
        ) : null}
        {actions.includes('itIsThere') ? (
          <Button tone={actions.includes('lookNow') ? 'default' : 'primary'} disabled={busy} onClick={settle}>
            {t(($) => $.admin.crm.actions.itIsThere)}
          </Button>
        ) : null}
        {actions.includes('writeAgain') ? (
          <Button disabled={busy} onClick={() => ask('writeAgain')}>
            {t(($) => $.admin.crm.actions.writeAgain)}
          </Button>
        ) : null}
        {actions.includes('retry') ? (
          <Button tone="primary" disabled={busy} onClick={() => void act('retry')}>
            {t(($) => $.admin.crm.actions.retry)}
          </Button>
        ) : null}
        {actions.includes('giveUp') ? (
          <Button tone="ghost" disabled={busy} onClick={() => ask('giveUp')}>
            {t(($) => $.admin.crm.actions.giveUp)}
          </Button>
        ) : null}
        {entry.url !== null && /^https?:\/\//i.test(entry.url) ? (
          <LinkButton href={entry.url} target="_blank" rel="noreferrer">
            {t(($) => $.admin.crm.openRecord, { name })}
            <Icon of={ExternalLink} size={14} />
          </LinkButton>
        ) : null}
      </div>
      {/* Within the panel: a press in a dialog beside it would count as one beside the panel, and close it. */}
      <ConfirmDialog question={question} onClose={() => setQuestion(null)} />
    </>
  );
}
