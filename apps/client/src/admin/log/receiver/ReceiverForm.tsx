import {
  type AuditStream,
  type AuditStreamChange,
  type AuditStreamEntryProblem,
  type AuditStreamTarget,
  type AuditStreamWay,
  auditStreamChange,
  auditStreamWays,
} from '@sidetone/contract/entities/audit-stream.ts';
import { auditStreamRoutes } from '@sidetone/contract/http/admin/audit-stream-routes.ts';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Field } from '#ui/Field.tsx';
import { RadioCards } from '#ui/RadioCards.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { CopyField } from '../../CopyField.tsx';
import { FormPart } from '../../company/FormPart.tsx';
import { RemovalButton } from '../../setting/RemovalButton.tsx';
import { useSettingEditor } from '../../setting/use-setting-editor.ts';

interface ReceiverFormProps {
  /** Null: the log is sent nowhere. */
  stream: AuditStream | null;
  onSaved: (stream: AuditStream | null) => void;
  /** Someone else has changed it. */
  onOutdated: () => void;
}

interface Values {
  target: { way: AuditStreamWay; url: string; host: string; port: string; ca: string };
  authorization: string;
  noAuthorization: boolean;
  withEarlier: boolean;
}

/** Where the audit log is sent. */
export function ReceiverForm({ stream, onSaved, onOutdated }: ReceiverFormProps) {
  const { t } = useWords();
  const [secret, setSecret] = useState<string | null>(null);
  const editor = useReceiverEditor(stream, onOutdated, (saved, made) => {
    setSecret(made);
    onSaved(saved);
  });
  const { register, watch } = editor.form;
  const way = watch('target.way');
  return (
    <div className="grid gap-3">
      <FormPart
        title={t(($) => $.admin.auditStream.title)}
        text={t(($) => (stream === null ? $.admin.auditStream.none : $.admin.auditStream.text))}
        editor={editor}
      >
        <RadioCards
          label={t(($) => $.admin.auditStream.way)}
          options={auditStreamWays.map((value) => ({
            value,
            ...t(($) => $.admin.auditStream.ways[value], { returnObjects: true }),
          }))}
          {...register('target.way')}
        />
        {way === 'webhook' ? (
          <WebhookFields editor={editor} hasAuthorization={stream?.hasAuthorization ?? false} />
        ) : (
          <SyslogFields editor={editor} isEncrypted={way === 'syslogTls'} />
        )}
        {stream === null ? (
          <Checkbox label={t(($) => $.admin.auditStream.withEarlier)} {...register('withEarlier')} />
        ) : null}
      </FormPart>
      {secret === null ? null : (
        <div className="grid gap-1">
          <CopyField label={t(($) => $.admin.alarms.secret.title)} value={secret} />
          <p className="text-12 text-ink-2">{t(($) => $.admin.webhook.secret.text)}</p>
        </div>
      )}
      {stream === null ? null : (
        <RemovalButton
          words={t(($) => $.admin.auditStream.remove, { returnObjects: true })}
          remove={async () => {
            await call(auditStreamRoutes.removeAuditStream, {});
            setSecret(null);
            onSaved(null);
          }}
        />
      )}
    </div>
  );
}

type Editor = ReturnType<typeof useReceiverEditor>;

function WebhookFields({ editor, hasAuthorization }: { editor: Editor; hasAuthorization: boolean }) {
  const { t } = useWords();
  const { register } = editor.form;
  return (
    <div className="grid gap-3">
      <Field
        label={t(($) => $.admin.auditStream.url)}
        type="url"
        placeholder="https://"
        error={editor.error('target.url')}
        {...register('target.url')}
      />
      <Field
        label={`${t(($) => $.admin.auditStream.authorization)} (${t(($) => $.admin.optional)})`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={hasAuthorization ? t(($) => $.admin.auditStream.authorizationKept) : undefined}
        help={t(($) => $.admin.auditStream.authorizationHelp)}
        error={editor.error('authorization')}
        {...register('authorization')}
      />
      {hasAuthorization ? (
        <Checkbox label={t(($) => $.admin.auditStream.noAuthorization)} {...register('noAuthorization')} />
      ) : null}
    </div>
  );
}

function SyslogFields({ editor, isEncrypted }: { editor: Editor; isEncrypted: boolean }) {
  const { t } = useWords();
  const { register } = editor.form;
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-2 gap-3 max-[559px]:grid-cols-1">
        <Field
          label={t(($) => $.admin.auditStream.host)}
          placeholder="logs.company.example"
          autoCapitalize="none"
          spellCheck={false}
          error={editor.error('target.host')}
          {...register('target.host')}
        />
        <Field
          label={t(($) => $.admin.auditStream.port)}
          inputMode="numeric"
          error={editor.error('target.port')}
          {...register('target.port')}
        />
      </div>
      {isEncrypted ? (
        <TextArea
          label={`${t(($) => $.admin.auditStream.ca)} (${t(($) => $.admin.optional)})`}
          rows={3}
          spellCheck={false}
          help={t(($) => $.admin.auditStream.caHelp)}
          error={editor.error('target.ca')}
          {...register('target.ca')}
        />
      ) : null}
    </div>
  );
}

function useReceiverEditor(
  stream: AuditStream | null,
  onOutdated: () => void,
  onSaved: (stream: AuditStream, secret: string | null) => void,
) {
  const { t } = useWords();
  const problems: Readonly<Record<AuditStreamEntryProblem, string>> = t(($) => $.admin.auditStream.problems, {
    returnObjects: true,
  });
  return useSettingEditor<AuditStream | null, Values, AuditStreamChange>({
    setting: stream,
    valuesOf,
    onOutdated,
    schema: auditStreamChange,
    shape: ({ target, authorization, noAuthorization, withEarlier }) => ({
      rev: stream?.rev ?? 0,
      target: targetOf(target),
      authorization: noAuthorization ? '' : authorization === '' ? null : authorization,
      withEarlier,
    }),
    refusal: (_path, reason) => (reason in problems ? problems[reason as AuditStreamEntryProblem] : undefined),
    save: async (body) => {
      const saved = await call(auditStreamRoutes.saveAuditStream, { body });
      onSaved(saved.stream, saved.secret);
    },
    saved: t(($) => $.admin.auditStream.saved),
  });
}

const targetOf = ({ way, url, host, port, ca }: Values['target']): unknown => {
  const place = { host, port: Number(port) };
  if (way === 'webhook') return { way, url };
  return way === 'syslogTls' ? { way, ...place, ca } : { way, ...place };
};

const valuesOf = (stream: AuditStream | null): Values => ({
  target: { way: 'webhook', url: '', host: '', ca: '', port: '6514', ...(stream && typed(stream.target)) },
  authorization: '',
  noAuthorization: false,
  withEarlier: false,
});

const typed = (target: AuditStreamTarget): Partial<Values['target']> =>
  target.way === 'webhook' ? target : { ...target, port: String(target.port) };
