"""What the staff does to games and accounts, for good; games that are paused or annulled."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

GUARD = """
CREATE FUNCTION refuse_to_change_interventions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'interventions are append-only';
END $$;
CREATE TRIGGER interventions_append_only BEFORE UPDATE OR DELETE ON games_intervention
    FOR EACH ROW EXECUTE FUNCTION refuse_to_change_interventions();
"""
UNGUARD = """
DROP TRIGGER interventions_append_only ON games_intervention;
DROP FUNCTION refuse_to_change_interventions();
"""


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0023_game_tells_standing_alter_submission_via'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Intervention',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=32, unique=True)),
                ('at', models.DateTimeField()),
                ('what', models.CharField(choices=[('retry', 'try again'), ('extend', 'extend the deadline'), ('pause', 'pause'), ('resume', 'go on'), ('vacate', 'vacate the seat'), ('replace', 'put somebody else on the seat'), ('annul', 'annul'), ('close', 'close the account'), ('reopen', 'open the account again')], max_length=10)),
                ('reason', models.CharField(max_length=500, verbose_name='reason')),
                ('until', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'verbose_name': 'intervention',
                'verbose_name_plural': 'interventions',
                'permissions': [('retry', 'Can have a decision tried again'), ('extend', 'Can extend a deadline'), ('pause', 'Can pause a game'), ('resume', 'Can let a paused game go on'), ('vacate', 'Can vacate a seat'), ('replace', 'Can put somebody else on a seat'), ('annul', 'Can annul a game'), ('close', 'Can close an account'), ('reopen', 'Can open a closed account'), ('see_health', 'Can see how the site does')],
                'default_permissions': ('view',),
            },
        ),
        migrations.RemoveConstraint(
            model_name='game',
            name='game_started',
        ),
        migrations.RemoveConstraint(
            model_name='game',
            name='game_ended_at',
        ),
        migrations.AddField(
            model_name='game',
            name='paused_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name='decision',
            name='closed_by',
            field=models.CharField(blank=True, choices=[('answer', 'Answer'), ('silence', 'Silence'), ('absence', 'Absence'), ('events', 'Events'), ('staff', 'Staff')], max_length=10),
        ),
        migrations.AlterField(
            model_name='game',
            name='status',
            field=models.CharField(choices=[('open', 'open'), ('running', 'running'), ('over', 'over'), ('called_off', 'called off'), ('annulled', 'annulled')], default='open', max_length=10),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('paused_at__isnull', False)), fields=['paused_at'], name='game_paused'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('started_at__isnull', True), ('status__in', ['open', 'called_off'])), models.Q(('started_at__isnull', False), ('status__in', ['running', 'over', 'annulled']), ('version__gt', 0)), _connector='OR'), name='game_started'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('ended_at__isnull', False), ('status__in', ['over', 'annulled'])), models.Q(models.Q(('status__in', ['over', 'annulled']), _negated=True), ('ended_at__isnull', True)), _connector='OR'), name='game_ended_at'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('paused_at', None), ('status', 'running'), _connector='OR'), name='game_paused_runs'),
        ),
        migrations.AddField(
            model_name='intervention',
            name='by',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='intervention',
            name='game',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='interventions', to='games.game'),
        ),
        migrations.AddField(
            model_name='intervention',
            name='person',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='interventions', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='intervention',
            name='seat',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.seat'),
        ),
        migrations.AddField(
            model_name='intervention',
            name='successor',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            model_name='intervention',
            constraint=models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='intervention_has_reason'),
        ),
        migrations.AddConstraint(
            model_name='intervention',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('game', None), ('person__isnull', False), ('what__in', ['close', 'reopen'])), models.Q(models.Q(('what__in', ['close', 'reopen']), _negated=True), ('game__isnull', False)), _connector='OR'), name='intervention_is_about'),
        ),
        migrations.RunSQL(GUARD, UNGUARD),
    ]
