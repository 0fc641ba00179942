import 'server-only';
import type { DatabaseSync } from 'node:sqlite';

/**
 * Creates a function that moves the ends of changes to a time, and corrects how long lasted what they have ended. The
 * caller must run it in a transaction. `from`: the number of the first change that ends after that time.
 */
export function createClampChanges(db: DatabaseSync): (from: number, to: number) => void {
  const moveEnds = db.prepare('UPDATE change SET took = max(0, took - (at - ?)), at = ? WHERE sequence >= ?');
  // In whole seconds, as `lastedBetween` computes it.
  const correctBeginnings = db.prepare(
    `UPDATE change AS beginning
     SET at_least = max(0, (ending.at - ending.took - beginning.at) / 1000),
       at_most = max(0, (ending.at - beginning.at + beginning.took + 999) / 1000)
     FROM change AS ending
     WHERE beginning.ended_by = ending.sequence AND beginning.ended_by >= ?`,
  );
  // A change that begins nothing says how long what it has ended lasted, which is not known when the beginning is forgotten.
  // Removing a monitor can end two things: it says how long the condition lasted. With `min`, SQLite takes the other columns
  // from the row that has the minimum.
  const correctEndings = db.prepare(
    `UPDATE change AS ending SET at_least = corrected.at_least, at_most = corrected.at_most
     FROM (
       SELECT sequence, ended.at_least, ended.at_most
       FROM change LEFT JOIN (
         SELECT ended_by, at_least, at_most, min(kind = 'maintenance_on')
         FROM change JOIN facet ON facet.id = facet WHERE ended_by >= ? GROUP BY ended_by
       ) AS ended ON ended.ended_by = sequence
       WHERE sequence >= ? AND change.ended_by IS NULL AND change.at_most IS NOT NULL
     ) AS corrected
     WHERE ending.sequence = corrected.sequence`,
  );
  return (from, to) => {
    moveEnds.run(to, to, from);
    correctBeginnings.run(from);
    correctEndings.run(from, from);
  };
}
