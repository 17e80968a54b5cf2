import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { Button } from '#ui/Button.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { leaveForSignOn } from './leave-for-sign-on.ts';

interface CompanyStartProps {
  /** The id of the company. */
  company: string;
  /** Gives the sign-in that waits for it. */
  begin: () => Promise<string>;
}

/** The company's own address: it leads to its provider without a click. */
export function CompanyStart({ company, begin }: CompanyStartProps) {
  const { t } = useWords();
  const leaving = useQuery({
    queryKey: ['leaves-for-sign-on', company],
    queryFn: async () => ({ problem: await leaveForSignOn(await begin(), { company }) }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  });
  const problem = leaving.data?.problem ?? null;
  if (problem === null && !leaving.isError) {
    return (
      <p role="status" className="flex items-center gap-2 text-14 text-ink-2">
        <Spinner />
        {t(($) => $.signOn.going)}
      </p>
    );
  }
  return (
    <>
      <p role="alert" className="mb-5 max-w-[380px] text-missed">
        {problem === null ? t(($) => $.errors[codeOf(leaving.error)]) : t(($) => $.signOn.problems[problem])}
      </p>
      <div className="flex flex-wrap items-center gap-4">
        <Button tone="primary" size="xl" onClick={() => void leaving.refetch()}>
          {t(($) => $.signOn.again)}
        </Button>
        <Link to="/login" className="font-med text-accent">
          {t(($) => $.signOn.back)}
        </Link>
      </div>
    </>
  );
}
