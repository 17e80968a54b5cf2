import { type RefObject, useState } from 'react';
import { useNumberPlace } from '../number-place.ts';
import { BarrierNote } from './BarrierNote.tsx';
import type { EditorProps } from './editor-props.ts';
import { Fields } from './Fields.tsx';
import { IntegrationChooser } from './IntegrationChooser.tsx';
import { MissedCalls } from './MissedCalls.tsx';
import { namedSoFar, stillThere } from './missed-calls.ts';
import { NumberRows } from './NumberRows.tsx';
import { TheirChanges } from './TheirChanges.tsx';
import type { Form } from './use-form.ts';

interface FormBodyProps {
  editor: EditorProps;
  form: Form;
  body: RefObject<HTMLFormElement | null>;
  /** It cannot be saved as it is, and says why. */
  isBarred: boolean;
  /** The user wanted to save it, so empty fields are marked. */
  tried: boolean;
}

/** The body of the form: why it cannot be saved, where the contact is kept, its fields and its numbers. */
export function FormBody({ editor, form, body, isBarred, tried }: FormBodyProps) {
  const { contact, integration, integrationName, rules, choices, barrier, onAsNew } = editor;
  const { state, missing } = form;
  const place = useNumberPlace();
  const isNew = contact === null;
  const [emailLeft, setEmailLeft] = useState(!isNew);
  const readOnly = state.phase === 'saving';
  const comesWith = stillThere(editor.openedWith, state.values, place);
  const makeNew =
    onAsNew &&
    (() => {
      form.discard();
      onAsNew(state.values);
    });
  return (
    <form
      ref={body}
      noValidate
      aria-busy={readOnly}
      onSubmit={(event) => event.preventDefault()}
      className="focus-inset flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-6 py-5 max-[559px]:px-4"
    >
      {isBarred && barrier !== null ? (
        <BarrierNote barrier={barrier} integrationName={integrationName} onAsNew={makeNew} />
      ) : null}
      {state.theirs ? <TheirChanges theirs={state.theirs} onTake={form.take} /> : null}
      {isNew && (choices.length > 1 || integration === null) ? (
        <IntegrationChooser
          integrations={choices}
          value={integration?.id ?? null}
          readOnly={readOnly}
          onChoose={editor.onChoose}
        />
      ) : null}
      <Fields
        rules={rules}
        readOnly={readOnly}
        missing={missing}
        tried={tried}
        emailLeft={emailLeft}
        values={state.values}
        refused={state.refused}
        onChange={(field, text) => form.write({ [field]: text })}
        onEmailLeft={setEmailLeft}
      />
      <NumberRows
        rules={rules}
        place={place}
        readOnly={readOnly}
        integrationName={integrationName}
        values={state.values}
        base={state.base}
        refused={state.refused}
        onChange={(phoneNumbers) => form.write({ phoneNumbers })}
      />
      {comesWith === null ? null : (
        <MissedCalls number={comesWith} name={namedSoFar(state.values)} channels={editor.channels} />
      )}
    </form>
  );
}
