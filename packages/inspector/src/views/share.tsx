import type { ViewProps } from '../app.tsx'
import { plural } from '../format.ts'

export function Share({ outline }: ViewProps) {
  return (
    <div class="share">
      <h2>One file to show somebody else</h2>
      <p>
        The timeline, every epoch with its edits, what the model sees now, and all {plural(outline.messages, 'message')}
        , in a single HTML file that has no script and loads nothing. Keys, tokens and passwords that Daypack’s own
        rules know are masked. Names, paths and whatever else was said stay: read it before you send it.
      </p>
      <p>
        <a class="button" href={`./api/s/${encodeURIComponent(outline.session)}/share`} download>
          Save the file
        </a>
      </p>
      <p class="dim">
        The session itself, to open elsewhere: <code>daypack export {outline.session} session.json</code>
      </p>
    </div>
  )
}
