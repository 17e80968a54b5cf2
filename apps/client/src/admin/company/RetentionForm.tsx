import {
  type AdminAccount,
  type AdminAccountChange,
  adminAccountChange,
} from '@sidetone/contract/entities/admin-account.ts';
import { adminAccountRoutes } from '@sidetone/contract/http/admin/account-routes.ts';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Field } from '#ui/Field.tsx';
import { ConfirmDialog, type Question } from '../ConfirmDialog.tsx';
import { useEditor } from '../use-editor.ts';
import { FormPart } from './FormPart.tsx';

const allKinds = ['calls', 'recordings', 'voicemails', 'feedback', 'backups'] as const;
type Kind = (typeof allKinds)[number];

/** The days after which data is deleted for good. A shorter time asks first. */
export function RetentionForm({ account }: { account: AdminAccount }) {
  const { t } = useWords();
  // Backups are of the whole server, and so a matter of its operator.
  const kinds = allKinds.filter((kind) => kind !== 'backups' || account.runsServer);
  const [question, setQuestion] = useState<Question | null>(null);
  const editor = useEditor<Record<Kind, string>, AdminAccountChange>({
    values: Object.fromEntries(kinds.map((kind) => [kind, account.retention[kind]?.toString() ?? ''])) as Record<
      Kind,
      string
    >,
    schema: adminAccountChange,
    shape: (values) => ({
      retention: Object.fromEntries(
        kinds.map((kind) => [kind, values[kind].trim() === '' ? null : Number(values[kind])]),
      ),
    }),
    save: async (body) => {
      await call(adminAccountRoutes.changeAccount, { body });
    },
    saved: t(($) => $.admin.saved),
  });

  const shorter = kinds.filter((kind) => {
    const before = account.retention[kind];
    const typed = editor.form.getValues(kind).trim();
    return typed !== '' && Number(typed) > 0 && (before === null || Number(typed) < before);
  });
  const submit = async () => {
    if (shorter.length === 0) return editor.submit();
    setQuestion({
      title: t(($) => $.admin.company.retention.confirm),
      text: shorter
        .map((kind) =>
          t(($) => $.admin.company.retention.older, {
            what: t(($) => $.admin.company.retention[kind]),
            days: editor.form.getValues(kind),
          }),
        )
        .join(' '),
      action: t(($) => $.admin.company.retention.action),
      run: () => editor.submit(),
    });
  };

  return (
    <>
      <FormPart
        title={t(($) => $.admin.company.retention.title)}
        text={t(($) => $.admin.company.retention.text)}
        editor={{ ...editor, submit }}
      >
        <div className="grid grid-cols-2 gap-3 max-[559px]:grid-cols-1">
          {kinds.map((kind) => (
            <Field
              key={kind}
              label={t(($) => $.admin.company.retention[kind])}
              type="number"
              min={1}
              placeholder={t(($) => $.admin.company.retention.forever)}
              error={editor.error(`retention.${kind}`)}
              {...editor.form.register(kind)}
            />
          ))}
        </div>
      </FormPart>
      <ConfirmDialog question={question} onClose={() => setQuestion(null)} />
    </>
  );
}
