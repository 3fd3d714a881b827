/**
 * Tools of which a project or a person has one at a time, a group each, in no language's words: who says `we moved to bun`
 * no longer uses pnpm. What stands side by side, such as databases and languages, is not here.
 */
export const SOFTWARE: readonly string[] = [
  'npm|pnpm|yarn|bun|deno',
  'pip|poetry|pipenv|uv|conda',
  'vim|neovim|nvim|emacs|helix|zed|vs ?code|vscode|sublime(?: text)?|intellij|webstorm|pycharm|cursor',
  'jest|vitest|mocha|ava|jasmine',
  'jenkins|github actions|gitlab ci|circleci|travis|drone|buildkite|woodpecker',
  'heroku|render|railway|fly(?:\\.io)?|vercel|netlify|hetzner|scaleway|digitalocean|linode|aws|gcp|azure',
  'jira|linear|trello|asana|shortcut|clickup|youtrack',
  'slack|microsoft teams|ms teams|mattermost|zulip|discord',
  'webpack|vite|rollup|parcel|esbuild|turbopack',
  'eslint|biome|oxlint',
  'bash|zsh|fish',
]
