# PowerShell completion for layerwright. It never evaluates typed words or completions.

Register-ArgumentCompleter -Native -CommandName layerwright -ScriptBlock {
    param($current, $command, $cursor)
    $typed = @(
        $command.CommandElements | Select-Object -Skip 1 |
            Where-Object { $_.Extent.EndOffset -lt $cursor } |
            ForEach-Object {
                if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value }
                else { $_.Extent.Text }
            }
    )
    # PowerShell 5.1 drops an empty last word. The dot prevents this.
    foreach ($line in (& layerwright completions powershell -- @typed "$current." 2>$null)) {
        $value, $meaning = $line -split "`t", 2
        if ($value -in ':json', ':documents', ':folders') {
            $pattern = switch ($value) { ':json' { '\.json$' } ':documents' { '\.(json|yaml|yml)$' } default { '^$' } }
            [System.Management.Automation.CompletionCompleters]::CompleteFilename($current) |
                Where-Object { $_.ResultType -eq 'ProviderContainer' -or $_.ListItemText -match $pattern }
        }
        elseif ($value) {
            if (-not $meaning) { $meaning = $value }
            [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $meaning)
        }
    }
}
