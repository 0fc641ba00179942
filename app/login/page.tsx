import type { Route } from 'next';
import { redirect } from 'next/navigation';
import * as z from 'zod/mini';
import { ReloadAfterClientNavigation } from '@/components/auth/reload-after-client-navigation';
import { SignInForm } from '@/components/auth/sign-in-form';
import { signInProblemSchema } from '@/lib/contract/sign-in';
import { loginPage } from '@/lib/server/api/page';

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Open to all callers. Shows nothing about the monitors. */
export default async function LoginPage({ searchParams }: Props) {
  const search = await searchParams;
  const { mode, next, admitted } = await loginPage(search.next);
  // Typed routes cannot check it. It is a path of this site, but the page may not exist.
  if (mode === 'none' || admitted) redirect(next as Route);
  const wait = Number(search.wait);
  return (
    <>
      <title>Sign in · Sightline</title>
      <ReloadAfterClientNavigation />
      <SignInForm
        mode={mode}
        next={next}
        problem={signInProblemSchema.safeParse(search.error).data ?? null}
        requestId={z.uuid().safeParse(search.request).data ?? null}
        waitS={Number.isInteger(wait) && wait > 0 && wait < 86_400 ? wait : null}
      />
    </>
  );
}
