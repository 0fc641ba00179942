import { explainError } from '@/components/errors/explain-error';
import { troubleCatalog } from './trouble-catalog';

/** Everything that can go wrong between Sightline and the API, each with its way out, folded. */
export function TroubleList() {
  return (
    <ul className="divide-y divide-line">
      {troubleCatalog.map(({ code, sign }) => {
        const { title, meaning, steps } = explainError({ code });
        return (
          <li key={code}>
            <details>
              <summary className="flex min-h-8 list-none py-1 items-center gap-3 text-ink-2 before:size-1.5 before:shrink-0 before:-rotate-45 before:border-current before:border-r before:border-b before:transition-transform before:duration-100 hover:text-ink [[open]>&]:text-ink [[open]>&]:before:rotate-45">
                <span>{title}</span>
                <span className="ml-auto whitespace-nowrap font-mono text-ink-3 text-xs">{sign}</span>
              </summary>
              <div className="pb-3 pl-[18px]">
                <p className="text-ink-2">{meaning}</p>
                <ol className="mt-1.5 list-decimal space-y-1 pl-4 text-ink-2 marker:text-ink-3">
                  {steps.map((step) => (
                    <li key={step}>{step}</li>
                  ))}
                </ol>
              </div>
            </details>
          </li>
        );
      })}
    </ul>
  );
}
