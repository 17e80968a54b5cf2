import { useWords } from '#i18n/use-words.ts';
import type { ContactField, ContactValues, FormRules, Missing } from './contact-values.ts';
import { fieldsOf } from './contact-values.ts';
import { TextField } from './TextField.tsx';

interface FieldsProps {
  values: ContactValues;
  rules: FormRules;
  readOnly: boolean;
  missing: readonly Missing[];
  /** The user wanted to save it, so empty fields are marked. */
  tried: boolean;
  /** The e-mail field was left, so an incomplete address is reported. */
  emailLeft: boolean;
  /** What the server refused, in words. */
  refused: Readonly<Record<string, string>>;
  onChange: (field: ContactField, text: string) => void;
  onEmailLeft: (left: boolean) => void;
}

/** Names, organisation and e-mail, as far as the address book keeps them. */
export function Fields(props: FieldsProps) {
  const { values, rules, readOnly, missing, tried, emailLeft, refused } = props;
  const { t } = useWords();
  const fields = fieldsOf(rules);
  const names = fields.filter(({ field }) => field === 'firstName' || field === 'lastName');
  const rest = fields.filter(({ field }) => !names.some((name) => name.field === field));
  const [full, others] = [rest.filter(({ field }) => field === 'name'), rest.filter(({ field }) => field !== 'name')];
  return (
    <>
      {full.map(draw)}
      {names.length > 0 ? (
        <div className="grid grid-cols-2 gap-x-3 gap-y-4 max-[559px]:grid-cols-1">{names.map(draw)}</div>
      ) : null}
      {others.map(draw)}
    </>
  );

  function draw({ field, required }: { field: ContactField; required: boolean }) {
    const isEmpty = missing.some((one) => one.kind === 'field' && one.field === field);
    return (
      <TextField
        key={field}
        name={field}
        label={t(($) => $.contactForm.fields[field])}
        optional={required ? undefined : t(($) => $.contactForm.optional)}
        aria-required={required || undefined}
        {...(field === 'email'
          ? { type: 'email', inputMode: 'email' as const, placeholder: t(($) => $.contactForm.emailExample) }
          : {})}
        value={values[field]}
        readOnly={readOnly}
        error={refused[field] ?? emailProblem(field)}
        {...(tried && isEmpty ? { 'aria-invalid': true } : {})}
        onChange={({ target }) => props.onChange(field, target.value)}
        onFocus={field === 'email' ? () => props.onEmailLeft(false) : undefined}
        onBlur={field === 'email' ? () => props.onEmailLeft(true) : undefined}
      />
    );
  }

  function emailProblem(field: ContactField): string | undefined {
    const isWrong = field === 'email' && (emailLeft || tried) && missing.some((one) => one.kind === 'email');
    return isWrong ? t(($) => $.contactForm.problems.email) : undefined;
  }
}
